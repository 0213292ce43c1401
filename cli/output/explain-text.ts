/** Prints the resources of an API, what its operations do, and the reasons. */
import {
  doesText,
  effectText,
  LIKELY,
  pagingText,
  placeText,
  storedResources,
  type Inference,
  type OperationRole,
  type Resource,
  type ResourceGraph,
} from '../../contract/resources/graph.ts';
import {
  describeAction,
  type DescribedAction,
  type OverriddenResources,
} from '../../contract/resources/overrides/describe-action.ts';
import { describeReferences } from '../../contract/resources/overrides/required-references.ts';
import { OVERRIDES_FILE } from '../../generator/load/load-resources.ts';
import type { SourceOperation } from '../../contract/resources/source.ts';
import type { OverlayChange } from '../../generator/overlay/overlay.ts';
import { printable } from './paint.ts';
import type { Painter } from '../../conformance/report/report.ts';

/** Prints the whole graph: a summary, the resources, and a line for each operation. */
export function printGraph(resources: OverriddenResources, paint: Painter): string {
  const { graph, source } = resources;
  const lines = [summaryOf(graph), ''];
  const stored = storedResources(graph);
  if (stored.length > 0) lines.push('Resources', ...printTable(stored.map(resourceRow)), '');
  const rows = graph.operations.map((role, index) =>
    operationRow(role, source.operations[index], describeAction(resources, role)),
  );
  lines.push('Operations', ...printTable(rows));
  const unsure = graph.operations.filter(({ role }) => role.confidence < LIKELY).length;
  if (unsure > 0)
    lines.push('', `${unsure} inferences are not used, because their confidence is below ${LIKELY}.`);
  lines.push('', paint('muted', 'Reasons: backlot explain --openapi FILE "METHOD /path"'));
  return `${lines.join('\n')}\n`;
}

/** Prints one operation with the reason and the confidence of each inference. */
export function printOperation(
  resources: OverriddenResources,
  role: OperationRole,
  operation: SourceOperation,
): string {
  const { graph } = resources;
  const action = describeAction(resources, role);
  const references = describeReferences(resources, role);
  const resource = graph.resources.find(({ name }) => name === role.resource);
  const rows = [
    row('does', role.role.value, role.role),
    ...(action === null ? [] : [['effect', action.effect, '', action.reason]]),
    ...(resource === undefined ? [] : resourceRows(resource)),
    ...(role.envelope === null ? [] : [row('response', placeText(role.envelope.value), role.envelope)]),
    ...(role.requestEnvelope === null
      ? []
      : [row('request', placeText(role.requestEnvelope.value), role.requestEnvelope)]),
    ...(references === null ? [] : [['requires', references.text, '', references.reason]]),
    ...(role.paging === null ? [] : [row('pages', pagingText(role), role.paging)]),
    ...role.query.map(({ parameter, use }) => row(`{${parameter}}`, effectText(use), use)),
  ];
  const change = action?.fix ?? references?.fix ?? null;
  const fix = change === null ? [] : ['', `To change that, write in ${OVERRIDES_FILE}:`, `  ${change}`];
  const title = `${operation.method} ${operation.path} (${operation.id})`;
  return `${[title, ...printTable(rows), ...fix.map(printable)].join('\n')}\n`;
}

/** Prints what each action of the overlays changed. Shape: empty without actions. */
export function printOverlayChanges(changes: readonly OverlayChange[]): string {
  if (changes.length === 0) return '';
  const lines = changes.flatMap(({ overlay, action, target, kind, document, pointers }) => [
    `  ${overlay} action ${action + 1}: ${kind} ${target} in ${document}`,
    ...(pointers.length === 0 ? ['no change'] : pointers).map((pointer) => `    ${pointer}`),
  ]);
  return `${['Overlays', ...lines.map(printable), ''].join('\n')}\n`;
}

/** Returns the counts of a graph in one line. */
export function summaryOf(graph: ResourceGraph): string {
  const { operations } = graph;
  const used = operations.filter(({ role }) => role.confidence >= LIKELY);
  const streams = used.filter(({ role }) => role.value === 'stream').length;
  const sampled =
    operations.length -
    used.filter(({ resource, role }) => resource !== null && role.value !== 'stream').length -
    streams;
  const stateful = operations.length - sampled - streams;
  const parts = [
    `${stateful} with state (${count(storedResources(graph).length, 'resource')})`,
    ...(streams === 0 ? [] : [count(streams, 'stream')]),
    ...(sampled === 0 ? [] : [`${sampled} from samples`]),
  ];
  return `${count(operations.length, 'operation')}: ${parts.join(', ')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function resourceRow({ name, kind, path, itemPath, key }: Resource): readonly string[] {
  return [name, kind, itemPath ?? path, key?.value.property == null ? '' : `key ${key.value.property}`];
}

function operationRow(
  role: OperationRole,
  operation: SourceOperation | undefined,
  action: DescribedAction | null,
): readonly string[] {
  const place = operation === undefined ? role.id : `${operation.method} ${operation.path}`;
  return [
    place,
    doesText(role),
    [
      ...(role.envelope === null || role.envelope.value === '' ? [] : [`in ${role.envelope.value}`]),
      ...(role.paging === null ? [] : [pagingText(role)]),
      ...(action === null ? [] : [action.effect]),
    ].join(', '),
  ];
}

function resourceRows({ name, kind, path, key, parents }: Resource): readonly (readonly string[])[] {
  return [
    ['resource', name, '', `${kind} at ${path}`],
    ...(key === null ? [] : [row('key', key.value.property ?? 'none', key)]),
    ...parents.map(({ parameter, resource }) => [
      'parent',
      resource ?? 'none',
      '',
      resource === null ? `no path ends in {${parameter}}` : `{${parameter}} identifies it`,
    ]),
  ];
}

function row(label: string, text: string, { confidence, evidence }: Inference<unknown>): readonly string[] {
  return [label, text, String(confidence), evidence.map((each) => each.text).join('; ')];
}

function printTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    `  ${row.map((cell, index) => printable(cell).padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
}
