/**
 * Emits `provenance.ts`: the position of each part of the contract, the evidence for it, its resources, and how its
 * operations are tested, as data for tools that check an implementation.
 */
import { describeProvenance } from '../../../describe/provenance.ts';
import { describeResourceGraph } from '../../../describe/resource-graph.ts';
import { describeLinks, describeTests } from '../../../describe/tests.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printKey, printLiteral } from '../../../print/print-literal.ts';
import { type TsText, ts } from '../../../print/ts-text.ts';
import type { ProvenanceView } from './view.ts';

export function emit({ contract, runtime }: EmitSource): ProvenanceView {
  const { places, marks, assumptions } = describeProvenance(contract);
  const { resources, operations } = describeResourceGraph(contract);
  return {
    header: printHeader(contract.documents),
    runtime,
    operations: entries(places),
    marks: entries(marks),
    assumptions: entries(assumptions),
    links: items(describeLinks(contract), ts`OperationLink`),
    resources: items(resources, ts`ResourceGraph['resources'][number]`),
    roles: items(operations, ts`ResourceGraph['operations'][number]`),
    tests: entries(describeTests(contract)),
  };
}

/** Prints the entries of a record. Shape: in its order. */
function entries(record: Readonly<Record<string, object>>): ProvenanceView['marks'] {
  return Object.entries(record).map(([key, entry]) => ({ key: printKey(key), entry: printLiteral(entry) }));
}

/** The number of items from which on a list is written with its type. */
const MANY = 1_000;

/** Prints the items of a list. Why a type: TypeScript compares each item of another form with all others. */
function items(values: readonly object[], type: TsText): ProvenanceView['links'] {
  return values.map((value) => {
    const entry = printLiteral(value);
    return { entry: values.length < MANY ? entry : ts`${entry} as ${type}` };
  });
}
