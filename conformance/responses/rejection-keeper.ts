/** C21: finds operations that reject a credential which they also accept, after the run. */
import type { Exchange } from '../model/exchange.ts';
import { operationById, operationOf } from '../schema-location/operations.ts';
import type { ComparedOperation } from './type-keeper.ts';

/** The first responses of an operation to a credential. */
interface Uses {
  readonly subject: string;
  accepted?: Exchange;
  rejected?: Exchange;
}

/** Collects what operations return for a valid credential. */
export interface RejectionKeeper {
  /** Shape: `world` is the base URL of the implementation. */
  see(exchange: Exchange, world: string): void;
  compare(): readonly ComparedOperation[];
}

/** Creates a keeper. Counts the main credential, which no check revokes. */
export function createRejectionKeeper(): RejectionKeeper {
  const byOperation = new Map<string, Uses>();
  return {
    see(exchange, world) {
      const { request, response } = exchange;
      const operation =
        (request.operation === null ? undefined : operationById(request.operation)) ??
        operationOf(request.method, request.path);
      if (operation === null || response === null || request.profile !== 'full') return;
      const isReplaced = request.headers.some(([name]) => name.toLowerCase() === 'authorization');
      const schemes = operation.security.flatMap((choice) => choice.schemes.map(({ name }) => name));
      if (isReplaced || !schemes.includes('apiKey')) return;
      const key = `${world} ${operation.id}`;
      const uses: Uses = byOperation.get(key) ?? { subject: operation.id };
      byOperation.set(key, uses);
      if (response.status < 300) uses.accepted ??= exchange;
      if (response.status === 401) uses.rejected ??= exchange;
    },
    compare: () =>
      [...byOperation.values()].flatMap(({ subject, accepted, rejected }) => {
        if (accepted === undefined) return [];
        const message = `${subject} returns 401 for a credential that it also accepts.`;
        if (rejected === undefined) return [{ subject, problems: [], exchange: accepted }];
        return [{ subject, problems: [{ message, at: 'status' }], exchange: rejected }];
      }),
  };
}
