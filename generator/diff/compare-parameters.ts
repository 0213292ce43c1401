/** Compares the parameters of an operation. */
import type { ReadParameter } from '../model/reading.ts';
import { templateNames } from '../read/read-parameters.ts';
import type { Anchor, SchemaNode } from '../schema/view/schema-node.ts';
import type { ChangeLog, PartReporter } from './change-log.ts';
import type { OperationPair, OperationSide } from './operation-pair.ts';
import { canonical, fingerprint } from '../schema/fingerprint.ts';
import { matchShapes, matchByName } from './schema/match-by-name.ts';

/** Compares parameters; path parameters by their position. */
export function compareParameters(pair: OperationPair, log: ChangeLog): void {
  const pairing = matchByName(parametersOf(pair.before), parametersOf(pair.after), nameOf, shapeOf);
  const moved = matchShapes(pairing.removed, pairing.added, ({ parameter }) => parameter.name);
  const settled = new Set(moved.flat());
  const report = log.reporterOf<ParameterSide>(
    () => pair.requestDirection,
    anchorOf,
    () => pair.affected,
  );

  for (const side of pairing.removed) if (!settled.has(side)) report('parameter-removed', {}, side, null);
  for (const side of pairing.added) {
    if (settled.has(side)) continue;
    report(side.parameter.required ? 'required-parameter-added' : 'parameter-added', {}, null, side);
  }
  for (const [old, fresh] of moved)
    report('parameter-moved', { from: old.parameter.in, to: fresh.parameter.in }, old, fresh);
  for (const [old, fresh] of pairing.renamed)
    report('parameter-renamed', { from: old.parameter.name, to: fresh.parameter.name }, old, fresh);
  for (const [old, fresh] of [...pairing.kept, ...pairing.renamed, ...moved]) {
    compareParameter(old, fresh, report);
    log.compareSchemas(schemaOf(old), schemaOf(fresh), pair.requestDirection, pair.affected);
  }
}

interface ParameterSide {
  readonly owner: OperationSide;
  readonly parameter: ReadParameter;
}

function compareParameter(
  before: ParameterSide,
  after: ParameterSide,
  report: PartReporter<ParameterSide>,
): void {
  const [old, fresh] = [before.parameter, after.parameter];
  if (old.in === 'path' && fresh.in === 'path' && old.name !== fresh.name)
    report('path-parameter-renamed', { from: old.name, to: fresh.name }, before, after);
  if (!old.required && fresh.required) report('parameter-became-required', {}, before, after);
  if (old.required && !fresh.required) report('parameter-became-optional', {}, before, after);
  if (!old.deprecated && fresh.deprecated) report('parameter-deprecated', {}, before, after);
  if (old.deprecated && !fresh.deprecated) report('parameter-restored', {}, before, after);
  if (old.description !== fresh.description)
    report('documentation-changed', { part: 'description' }, before, after);
  const [from, to] = [styleOf(before), styleOf(after)];
  if (old.in === fresh.in && from !== to)
    report('parameter-serialization-changed', { from, to }, before, after);
}

/** Returns how a value is written; for a single text, all styles except those of path segments are equivalent. */
function styleOf(side: ParameterSide): string {
  const { form, style } = side.parameter;
  if (form === 'json') return 'JSON';
  const { types } = side.owner.description.views.viewOf(schemaOf(side));
  const isPlain = types !== null && !types.has('array') && !types.has('object');
  return isPlain ? style.replace(', exploded', '') : style;
}

function parametersOf(owner: OperationSide): ParameterSide[] {
  return owner.operation.parameters.map((parameter) => ({ owner, parameter }));
}

/**
 * Returns the identity of a parameter: its location and name. Header names ignore case; path parameters go by
 * position.
 */
function nameOf({ owner, parameter: { in: where, name } }: ParameterSide): string {
  if (where === 'path') return `path ${templateNames(owner.operation.path).indexOf(name)}`;
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`;
}

/**
 * Returns the key that matches a renamed parameter: everything except its name; `null` if that is not specific
 * enough.
 */
function shapeOf({ owner, parameter }: ParameterSide): string | null {
  const { in: where, required, description, check, style, form } = parameter;
  if (where === 'path' || description === null) return null;
  return canonical([
    where,
    required,
    description,
    style,
    form,
    fingerprint(owner.description.schemaOf(check)),
  ]);
}

function anchorOf({ owner, parameter }: ParameterSide): Anchor {
  return { label: labelOf(owner, parameter), place: parameter.place };
}

function labelOf({ operation }: OperationSide, { in: where, name }: ReadParameter): string {
  return `${operation.id}.${where}.${name}`;
}

function schemaOf({ owner, parameter }: ParameterSide): SchemaNode[] {
  const node = owner.description.checked(parameter.check, labelOf(owner, parameter));
  return node === null ? [] : [node];
}
