/** The law of jobs: accepted work ends, and stays ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { flatten } from '../../contract/resources/words.ts';
import { COMPLETED_STATES } from '../../contract/resources/records/state-values.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { defineLaw, type Law } from './law.ts';
import { plainShape, propertiesAt, returnedLocation } from './record-schema.ts';
import type { ResourceSession } from './resource-session.ts';

export const jobLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW45',
    title: 'A job ends, and stays ended.',
    description:
      'Starts a job and reads it until its state is final, for at most ten seconds. Reads it again two seconds later.',
    rationale: 'A client that waits for the end would poll forever, or see a result disappear.',
    basis: { kind: 'practice', description: 'A state such as `succeeded` or `failed` is the last one.' },
    needs: ['create', 'read'],
    jobs: 'only',
    play: follow,
  }),
];

/** The maximum duration of a job, the pause between two reads, and the wait after its end. Units: milliseconds. */
const TIMES = { most: 10_000, between: 500, after: 2_000 } as const;

/** Final states other than success, which only another request could change. */
const stopped = ['failed', 'failure', 'error', 'errored', 'cancelled', 'canceled', 'aborted', 'expired'];

const ends: ReadonlySet<string> = new Set([...COMPLETED_STATES, ...stopped]);

async function follow(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const name = stateOf(resource);
  if (name === null) return tools.skip('The records have no final state.');
  const record = await resource.create();
  const start = performance.now();
  let read = await resource.readExisting(record);
  while (!isEnded(read, name) && performance.now() - start < TIMES.most) {
    await pause(TIMES.between);
    read = await resource.readExisting(record);
  }
  const { operation } = resource.operation('create');
  const state = String(read[name]);
  const at = `body.${name}`;
  if (!isEnded(read, name)) {
    const seconds = TIMES.most / 1_000;
    tools.report(warning(`${operation.id}: ${name} is still ${state} after ${seconds} seconds.`, at));
    return;
  }
  await pause(TIMES.after);
  const later = String((await resource.readExisting(record))[name]);
  const message = `${operation.id}: ${name} was ${state}, which is an end, and is ${later} afterwards.`;
  tools.note(later === state, { message, at });
}

/** Returns the property with the state of a job whose values include a final one; `null` for none. */
function stateOf(resource: ResourceSession): string | null {
  const location = returnedLocation(resource.operation('read'));
  if (location === null) return null;
  const match = propertiesAt(location).find(({ name, shape }) => {
    const plain = plainShape(location, shape);
    return /(?:^|_)(?:status|state)$/i.test(name) && plain.kind === 'values' && plain.values.some(isEnd);
  });
  return match?.name ?? null;
}

function isEnded(read: JsonFields, name: string): boolean {
  return isEnd(read[name]);
}

function isEnd(value: unknown): boolean {
  return typeof value === 'string' && ends.has(flatten(value));
}
