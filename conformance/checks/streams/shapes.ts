/**
 * S03, S04: events are of the contract's types and have the form of their type.
 */
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import type { SchemaCheck } from '../../../generated/runtime/schema-check.ts';
import { checks } from '../../../generated/service/validators.ts';
import { provenanceOfValue } from '../../schema-location/provenance.ts';
import { isDecisionProblem } from './approvals.ts';
import type { StreamRule } from './stream-rule.ts';

const named: Readonly<Record<string, SchemaCheck>> = checks;

/** Why: a name that is a word of the language is emitted with a line before it. */
const schemas: ReadonlyMap<string, SchemaCheck> = new Map(
  executionStreamEventTypes.flatMap((type) => {
    const schema = named[type] ?? named[`_${type}`];
    return schema === undefined ? [] : [[type, schema] as const];
  }),
);

/** How many unknown types of a stream are told apart. */
const MOST_TYPES = 20;

/** S03: the type is one of the contract. Told once for each type. */
export const typeRule: StreamRule = {
  check: 'S03',
  open() {
    const told = new Set<string>();
    return {
      take({ event, at }) {
        if (event === null) return null;
        if (event.isKnown || told.has(event.type) || told.size >= MOST_TYPES) return [];
        told.add(event.type);
        return [{ message: `The contract has no event of the type ${event.type}.`, at: at('type') }];
      },
    };
  },
};

/** S04: the members of an event are those of its type. What an event breaks is judged by the place that says so. */
export const shapeRule: StreamRule = {
  check: 'S04',
  open: () => ({
    take({ event, at }) {
      const schema = event === null ? undefined : schemas.get(event.type);
      if (event === null || schema === undefined) return null;
      const problem = schema.firstProblem(event.fields);
      if (problem === null || isDecisionProblem(event, problem)) return [];
      const { code, path, message } = problem;
      const { severity, facts, assumption, place } = provenanceOfValue(schema.name, path, {
        code,
        value: event.fields,
      });
      return [{ message: `${event.type}: ${message}`, at: at(path), place, severity, facts, assumption }];
    },
  }),
};
