/**
 * The cost of checking one stream event, compared with the same schemas in Ajv as a `oneOf` that is compiled at run
 * time.
 */
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { events as eventSamples } from '../../../generated/service/samples.ts';
import type { ExecutionStreamEvent } from '../../../generated/service/types.ts';
import { validateExecutionStreamEvent } from '../../../generated/service/validators.ts';
import { createMock } from '../../../mock/index.ts';
import { builtInScenarios } from '../../../mock/agent-platform/scenarios/built-in.ts';
import { cpuPerRun, measurePair, speedRow } from '../support/pair.ts';
import type { Bench } from '../support/table.ts';

type Check = (value: unknown) => boolean;

interface Corpus {
  readonly name: string;
  readonly goal: number;
  readonly isValid: boolean;
  readonly values: readonly unknown[];
}

const rounds = 9;
const leastChecks = 40_000;

/** Measures events as executions send them, one event per type, and events with one invalid property. */
export const benchEvents: Bench = async () => {
  const ajv = await compileOneOf();
  const samples = eventSamples.ExecutionStreamEvent.map(throughJson);
  const corpora: readonly Corpus[] = [
    { name: 'delta-heavy', goal: 20, isValid: true, values: await eventsOfRuns() },
    { name: 'uniform', goal: 18, isValid: true, values: samples },
    { name: 'invalid', goal: 25, isValid: false, values: samples.flatMap((event) => spoil(event, ajv)) },
  ];
  const rows = [];
  for (const corpus of corpora) {
    const ours = measureCheck(validateExecutionStreamEvent.check, corpus);
    const theirs = measureCheck(ajv, corpus);
    await ours();
    await theirs();
    const pair = await measurePair(rounds, ours, theirs);
    rows.push(
      speedRow(`check an event, ${corpus.name}`, 'Ajv oneOf', pair, corpus.goal, 'ns of processor time'),
    );
  }
  return rows;
};

/** Units: nanoseconds per value. Errors: throws when a verdict is not the expected one. */
function measureCheck(check: Check, { name, isValid, values }: Corpus): () => Promise<number> {
  const expected = isValid ? values.length : 0;
  const passes = Math.ceil(leastChecks / values.length);
  return async () => {
    const cost = await cpuPerRun(passes, () => {
      let accepted = 0;
      for (const value of values) if (check(value)) accepted++;
      if (accepted !== expected)
        throw new Error(`${accepted} of ${values.length} ${name} events are accepted.`);
    });
    return (cost * 1000) / values.length;
  };
}

async function compileOneOf(): Promise<Check> {
  const ref = join(import.meta.dirname, '../../../spec/openapi.yaml');
  const { parsed } = (await bundle({ ref, config: await createConfig() })).bundle;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...(parsed as object), $id: 'backlot' });
  const check = ajv.compile({ $ref: 'backlot#/components/schemas/ExecutionStreamEvent' });
  return (value) => check(value);
}

/** The events of all built-in scenarios and of a long text, in the mix that a client receives. */
async function eventsOfRuns(): Promise<readonly unknown[]> {
  const mock = await createMock({ clock: { mode: 'frozen' }, pace: 'instant' });
  const events: unknown[] = [];
  for (const { name } of builtInScenarios) {
    const response = await mock.fetch('/v1/agents/agent_research/execute', {
      method: 'POST',
      headers: {
        authorization: 'Bearer rt_live_dev',
        'content-type': 'application/json',
        prefer: `scenario=${name}`,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'word '.repeat(100) }] }),
    });
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    events.push(...lines.map((line) => JSON.parse(line.slice('data: '.length)) as unknown));
  }
  await mock.close();
  return events;
}

/** Returns an event once for each of its properties, with a value of the wrong type there. */
function spoil(event: object, ajv: Check): readonly object[] {
  return Object.entries(event)
    .map(([name, value]) => ({ ...event, [name]: typeof value === 'number' ? 'wrong' : 0 }))
    .filter((spoilt) => !ajv(spoilt));
}

/** Why: parsed objects have other hidden classes than literals. */
function throughJson(event: ExecutionStreamEvent): object {
  return JSON.parse(JSON.stringify(event)) as object;
}
