/** The keys of resources that the links of a description name. */
import { pointerStep, splitPointer } from '../../templates/runtime/json/pointer.ts';
import { readExpression } from '../link-expression.ts';
import type { Inference } from './graph.ts';
import type { OperationFacts } from './operation-facts.ts';

/** Pointers of properties that links name as the key, by the operation that they lead to. */
export type LinkedKeys = ReadonlyMap<string, readonly Inference<string>[]>;

/**
 * Reads the keys that links name. Why only the last property: a link may lead from a list, or from a record that the
 * record in question is a part of.
 */
export function keysFromLinks(all: readonly OperationFacts[]): LinkedKeys {
  const keys = new Map<string, Inference<string>[]>();
  const byId = new Map(all.map((facts) => [facts.operation.id, facts]));
  for (const { operation } of all)
    for (const { name, operation: target, parameters } of operation.responses.flatMap(({ links }) => links)) {
      const last = target === null ? null : (byId.get(target)?.path.keys.at(-1) ?? null);
      const written = parameters[`path.${last}`];
      const expression = typeof written === 'string' ? readExpression(written) : null;
      const property =
        expression?.in === 'response.body' ? splitPointer(expression.pointer).at(-1) : undefined;
      if (target === null || property === undefined) continue;
      const evidence = [{ text: `the link \`${name}\` says so`, pointer: operation.pointer }];
      const existing = keys.get(target) ?? [];
      keys.set(target, [...existing, { value: pointerStep(property), confidence: 1, evidence }]);
    }
  return keys;
}
