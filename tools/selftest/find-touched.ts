/**
 * Finds the subjects that each mutant affects: runs all checks on the unchanged mock and also passes every request and
 * response to every mutation. Subjects for which a mutation changes nothing need no second run.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpResponse, HttpRequest } from '../../templates/runtime/http.ts';
import type { Mutation, Mutant, Serve } from './mutants/mutant.ts';
import { perWorld } from './mutants/stateful-mutations.ts';
import { bodyOf, withBody } from './mutants/request-mutations.ts';
import { targetOf } from './mutants/request-matcher.ts';

/** A request and its response, passed to a mutation. */
interface Shadow {
  readonly request: HttpRequest;
  readonly response: Promise<HttpResponse>;
  isChanged: boolean;
}

/** The subject that is checked and the requested operation. */
type Place = readonly string[];

/** Passes requests to mutations without changing what the service returns. */
export interface MutationWatch {
  /** Changes nothing and passes requests to every mutation. */
  readonly mutation: Mutation;
  /** Sets the subject that is checked. */
  enter(subject: string): void;
  /** Resolves when every mutation has received all requests. */
  settle(): Promise<void>;
  /** Lists the operations and suites whose results a mutant may change. */
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
    if (shadow === undefined) throw new Error('A mutation sent an additional request.');
    // A mutation that sends another request, or two, changes what happens.
    if (request !== shadow.request) shadow.isChanged = true;
    return shadow.response;
  };
  const byWorld = mutants.map(({ id, mutation }) => ({ id, serve: perWorld(mutation)(shadowed) }));

  async function show(mutation: (typeof byWorld)[number], shadow: Shadow, where: Place): Promise<void> {
    const [mutated, unchanged] = await current.run(shadow, () =>
      Promise.all([mutation.serve(shadow.request), shadow.response]),
    );
    if (mutated === unchanged && !shadow.isChanged) return;
    for (const one of where) touched.get(mutation.id)?.add(one);
  }

  return {
    mutation: (serve) => async (request) => {
      const bytes = await bodyOf(request);
      const operation = targetOf(request)?.operation;
      const where = operation === undefined ? [subject] : [subject, operation];
      const served = serve(withBody(request, bytes));
      const response = served.then(withoutFrames);
      for (const mutated of byWorld) {
        const seen = show(mutated, { request: withBody(request, bytes), response, isChanged: false }, where);
        const done = seen.catch(() => undefined).finally(() => pending.delete(done));
        pending.add(done);
      }
      return served;
    },
    enter(next) {
      subject = next;
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    subjectsOf: ({ id, subject: stated }) => [
      ...new Set([...(stated === null ? [] : [stated]), ...(touched.get(id) ?? [])]),
    ],
  };
}

/** Removes the frames of a stream, since it can be read only once. */
function withoutFrames(response: HttpResponse): HttpResponse {
  if (response.body.kind !== 'frames') return response;
  async function* nothing(): AsyncGenerator<string> {}
  return { ...response, body: { kind: 'frames', frames: nothing() } };
}
