/** A mutation wraps a service. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import { worldOf } from './request-matcher.ts';

/** A service as a function. */
export type Serve = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a service so that it differs. Called once for each service, so that its state belongs to one service. */
export type Mutation = (serve: Serve) => Serve;

/** Composes mutations; the first one is nearest to the service. */
export function composeMutations(...mutations: readonly Mutation[]): Mutation {
  return (serve) => mutations.reduce((served, mutation) => mutation(served), serve);
}

/** Applies a mutation to each world separately, so that its state is not shared. */
export function perWorld(mutation: Mutation): Mutation {
  return (serve) => {
    const byWorld = new Map<string, Serve>();
    return (request) => {
      const world = worldOf(request);
      const mutated = byWorld.get(world) ?? mutation(serve);
      byWorld.set(world, mutated);
      return mutated(request);
    };
  };
}
