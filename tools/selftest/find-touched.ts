/**
 * Finds the mutants that apply: runs all checks on the unchanged mock and passes every request and response to every mutation on
 * the side. A mutation that changes nothing needs no second run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Mutation, Mutant, Serve } from './mutants/mutant.ts';
import { perWorld } from './mutants/stateful-mutations.ts';
import { bodyOf, withBody } from './mutants/request-mutations.ts';
import { targetOf } from './mutants/request-matcher.ts';

/** What the lies have done to one request and its response. */
interface Shadow {
  readonly request: HttpRequest;
  readonly response: Promise<HttpResponse>;
  isChanged: boolean;
}

/** What is being checked, and the operation that is asked for, which checks of responses and streams are about. */
type Place = readonly string[];

/** Shows requests to lies. */
export interface MutationWatch {
  /** Tells the truth, and shows it to every lie. */
  readonly mutation: Mutation;
  /** Says what is being checked now. */
  enter(subject: string): void;
  /** Resolves when every lie has seen all there was. */
  settle(): Promise<void>;
  /** Ids of operations and packs whose checks a mutant may make come out otherwise. */
  subjectsOf(mutant: Mutant): readonly string[];
}

/** Starts to watch for these mutants. */
export function watchMutations(mutants: readonly Mutant[]): MutationWatch {
  const touched = new Map<string, Set<string>>(mutants.map(({ id }) => [id, new Set()]));
  const current = new AsyncLocalStorage<Shadow>();
  const pending = new Set<Promise<void>>();
  let subject = '';

  const shadowed: Serve = async (request) => {
    const shadow = current.getStore();
    if (shadow === undefined) throw new Error('A lie asked outside of a request.');
    // Why: a lie that asks for something else, or asks twice, changes what happens.
    if (request !== shadow.request) shadow.isChanged = true;
    return shadow.response;
  };
  const byWorld = mutants.map(({ id, mutation }) => ({ id, serve: perWorld(mutation)(shadowed) }));

  async function show(mutated: (typeof byWorld)[number], shadow: Shadow, where: Place): Promise<void> {
    const [told, noMutation] = await current.run(shadow, () =>
      Promise.all([mutated.serve(shadow.request), shadow.response]),
    );
    if (told === noMutation && !shadow.isChanged) return;
    for (const one of where) touched.get(mutated.id)?.add(one);
  }

  return {
    mutation: (serve) => async (request) => {
      const bytes = await bodyOf(request);
      const operation = targetOf(request)?.operation;
      const where = operation === undefined ? [subject] : [subject, operation];
      const answer = serve(withBody(request, bytes));
      const response = answer.then(withoutFrames);
      for (const mutated of byWorld) {
        const seen = show(mutated, { request: withBody(request, bytes), response, isChanged: false }, where);
        const done = seen.catch(() => undefined).finally(() => pending.delete(done));
        pending.add(done);
      }
      return answer;
    },
    enter(next) {
      subject = next;
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    subjectsOf: ({ id, subject: own }) => [
      ...new Set([...(own === null ? [] : [own]), ...(touched.get(id) ?? [])]),
    ],
  };
}

/** Why: a stream can be read once, and it is not for those who only look on. */
function withoutFrames(response: HttpResponse): HttpResponse {
  if (response.body.kind !== 'frames') return response;
  async function* nothing(): AsyncGenerator<string> {}
  return { ...response, body: { kind: 'frames', frames: nothing() } };
}
