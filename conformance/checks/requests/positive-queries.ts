/**
 * Valid queries: each parameter alone with a value that anybody might send, each member of each enum, and some parameters
 * together, left to chance. Parameters are texts of which the source mostly gives nothing but the name; what they mean is here.
 */
import { integer, record, subarray, type Arbitrary } from 'fast-check';
import type { ParameterSpec } from '../../../generated/runtime/operation-spec.ts';
import { manifest } from '../../../generated/service/manifest.ts';
import type { Severity } from '../../check.ts';
import { statefulReason } from './stateful-fields.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import {
  capSeverity,
  provenanceOfParameter,
  weakestProvenance,
  provenanceOfOperation,
} from './request-provenance.ts';
import { expectSuccess } from './positive-expectation.ts';
import { withQuery, type RequestForm } from './request-form.ts';
import { fitsContract } from './validate-form.ts';
import { resolveShape, shapeOfCheck } from './values.ts';

/** Texts that a parameter of a name surely takes, and how sure that is. */
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
  // Why: it is for one kind of event only, and nobody says what becomes of it with the others.
  minIntervalMs: { texts: ['1000'], severity: 'warn' },
  // Why: it must never wait; without a place to begin the answer comes at once, and after a millisecond at the latest.
  waitMs: { texts: ['1'], severity: 'fail' },
};

/** Filters by an id, of which one that nothing has is as good as any. */
const FILTERS = ['agentId', 'flowId', 'productId', 'surfaceId', 'scheduleId', 'suiteId', 'taskId'];

/** Creates the valid queries of an operation. */
export function positiveQueries(subject: Subject): CaseSet {
  const parameters = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  const rows = parameters.flatMap((parameter) =>
    textsFor(subject, parameter).map((row) => ({ parameter, ...row })),
  );
  const cases = rows.map(({ parameter, text, severity }) =>
    caseOf(subject, `A query with ${parameter.name}=${text}`, withQuery(subject.base, parameter.name, text), {
      parameters: [parameter],
      severity,
    }),
  );
  return { cases: cases.filter(({ form }) => fitsContract(form)), random: randomQueries(subject, rows) };
}

interface Row {
  readonly parameter: ParameterSpec;
  readonly text: string;
  readonly severity: Severity;
}

function textsFor({ operation }: Subject, parameter: ParameterSpec): readonly Omit<Row, 'parameter'>[] {
  const { name, nullable, kind } = parameter;
  const empty = nullable && kind !== 'string' ? [{ text: '', severity: 'warn' as const }] : [];
  const shape = resolveShape(shapeOfCheck(parameter.check.name));
  const listed = shape.kind === 'values' ? shape.values.filter((value) => typeof value === 'string') : [];
  if (listed.length > 0)
    return listed.map((text) => ({ text, severity: name === 'onlyRegressions' ? 'warn' : 'fail' }));
  if (operation.id === 'pollProductEvents' && name === 'name')
    return eventNames().map((text) => ({ text, severity: 'fail' }));
  if (operation.id === 'pollProductEvents' && FILTERS.includes(name))
    return [{ text: 'made_up_by_a_check', severity: 'warn' }];
  const row = statefulReason(name) === null ? plausible[name] : undefined;
  return [...(row?.texts.map((text) => ({ text, severity: row.severity })) ?? []), ...empty];
}

/** Names of product events, which the source lists. */
function eventNames(): readonly string[] {
  const messages = manifest.channels.flatMap((channel) =>
    channel.delivery === 'poll' ? channel.messages : [],
  );
  return messages.filter((name) => name.startsWith('svc.'));
}

/** Units: milliseconds and events, up to a day and a page. */
const NUMBERS = record({
  maxAgeMs: integer({ min: 1, max: 86_400_000 }),
  maxEvents: integer({ min: 1, max: 50 }),
});

function randomQueries(subject: Subject, rows: readonly Row[]): Arbitrary<Case> | null {
  const sure = rows.filter(({ parameter, severity }) => severity === 'fail' && parameter.name !== 'name');
  const names = [...new Set(sure.map(({ parameter }) => parameter.name))];
  if (names.length < 2) return null;
  return subarray(names, { minLength: 2 })
    .chain((chosen) => NUMBERS.map((numbers) => ({ chosen, numbers })))
    .map(({ chosen, numbers }) => {
      const used = chosen.flatMap((name) => sure.find(({ parameter }) => parameter.name === name) ?? []);
      const texts = Object.fromEntries(used.map(({ parameter, text }) => [parameter.name, text]));
      const free = Object.fromEntries(
        Object.entries(numbers).flatMap(([name, value]) => (name in texts ? [[name, String(value)]] : [])),
      );
      const form = { ...subject.base, query: { ...subject.base.query, ...texts, ...free } };
      return caseOf(subject, `A query with ${chosen.join(', ')}`, form, {
        parameters: used.map(({ parameter }) => parameter),
        severity: 'warn',
      });
    })
    .filter(({ form }) => fitsContract(form));
}

function caseOf(
  subject: Subject,
  description: string,
  form: RequestForm,
  { parameters, severity }: { readonly parameters: readonly ParameterSpec[]; readonly severity: Severity },
): Case {
  const { operation } = subject;
  const provenances = parameters.map((parameter) => provenanceOfParameter(operation, parameter, 'type'));
  const provenance = weakestProvenance(provenanceOfOperation(operation), ...provenances);
  const sure =
    severity === 'fail'
      ? provenance
      : severity === 'warn'
        ? capSeverity(provenance)
        : { ...provenance, severity };
  return { form, expectation: expectSuccess(subject, description, sure), before: [], keeps: 'right' };
}
