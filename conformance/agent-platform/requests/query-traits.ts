/** Valid values of the query parameters of the Agent Platform. */
import type { ContractOperation } from '../../../contract/operations.ts';
import { manifest } from '../../../generated/service/manifest.ts';
import type { ParameterSpec } from '../../../templates/runtime/operation-spec.ts';
import type { Severity } from '../../model/check.ts';
import type { PlausibleText, QueryTraits } from '../../requests/request-traits.ts';
import { statefulReason } from '../../requests/values.ts';

export const platformQueries: QueryTraits = {
  textsOf,
  conditional: new Set(['onlyRegressions']),
  alone: new Set(['name']),
  // Units: milliseconds and events, up to a day and a page.
  numbers: { maxAgeMs: { min: 1, max: 86_400_000 }, maxEvents: { min: 1, max: 50 } },
};

/** Values, and the severity when one is rejected. */
interface Plausible {
  readonly texts: readonly string[];
  readonly severity: Severity;
}

const plausible: Readonly<Record<string, Plausible>> = {
  limit: { texts: ['1', '10'], severity: 'fail' },
  search: { texts: ['support'], severity: 'fail' },
  from: { texts: ['2025-01-01T00:00:00.000Z'], severity: 'fail' },
  to: { texts: ['2035-01-01T00:00:00.000Z'], severity: 'fail' },
  days: { texts: ['7'], severity: 'fail' },
  page: { texts: ['1'], severity: 'fail' },
  includeCount: { texts: ['true', 'false'], severity: 'warn' },
  status: { texts: ['completed'], severity: 'warn' },
  surfaceType: { texts: ['api'], severity: 'warn' },
  type: { texts: ['draft'], severity: 'off' },
  maxAgeMs: { texts: ['60000'], severity: 'fail' },
  maxEvents: { texts: ['1', '50'], severity: 'fail' },
  // Why: it applies to one type of event; its effect on others is not specified.
  minIntervalMs: { texts: ['1000'], severity: 'warn' },
  // Why: checks must not wait; without a cursor the response is immediate.
  waitMs: { texts: ['1'], severity: 'fail' },
};

/** Filters by an id, which may be unknown. */
const filters = ['agentId', 'flowId', 'productId', 'surfaceId', 'scheduleId', 'suiteId', 'taskId'];

function textsOf({ id }: ContractOperation, { name }: ParameterSpec): readonly PlausibleText[] {
  if (id === 'pollProductEvents' && name === 'name')
    return eventNames().map((text) => ({ text, severity: 'fail' }));
  if (id === 'pollProductEvents' && filters.includes(name))
    return [{ text: 'made_up_by_a_check', severity: 'warn' }];
  const row = statefulReason(name) === null ? plausible[name] : undefined;
  return row?.texts.map((text) => ({ text, severity: row.severity })) ?? [];
}

/** Lists the names of product events. */
function eventNames(): readonly string[] {
  const messages = manifest.channels.flatMap((channel) =>
    channel.delivery === 'poll' ? channel.messages : [],
  );
  return messages.filter((name) => name.startsWith('svc.'));
}
