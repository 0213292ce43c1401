/** Finds what is wrong with a configuration. */
import type { OutputPlugin } from '../emit/plugin.ts';
import { findRuleProblems } from '../../contract/resources/pagination/rule.ts';
import { extras, isExtra, layouts, runtimeForms } from './options.ts';
import { importExtensions, isImportExtension } from '../print/imports.ts';
import { dateForms, int64Forms } from '../schema/conversion-leaf.ts';
import { enumForms } from '../schema/enum-values.ts';
import type { JsonObject } from '../json/documents.ts';
import { isArray, isObject } from '../json/json.ts';
import { isIdentifier } from '../model/check-names.ts';

export const configProperties: readonly string[] = [
  'runtime',
  'docs',
  'importExtension',
  'templates',
  'allow',
  'strict',
  'targets',
];

export const targetProperties: readonly string[] = [
  'openapi',
  'asyncapi',
  'overlays',
  'out',
  'lint',
  'with',
  'runtime',
  'enums',
  'layout',
  'dates',
  'int64',
  'include',
  'exclude',
  'rename',
  'pagination',
  'plugins',
];

/** Lists what is wrong with a configuration. Shape: complete sentences. */
export function findProblems(written: unknown): string[] {
  if (!isObject(written)) return ['The configuration must be an object.'];
  const { runtime, docs, importExtension, templates, allow, strict, targets } = written;
  if (runtime !== undefined && !isFilled(runtime))
    return [`\`runtime\` must be ${runtimeForms.join(', ')} or a folder.`];
  if (docs !== undefined && !isFilled(docs)) return ['`docs` must be a folder.'];
  if (importExtension !== undefined && !isImportExtension(importExtension))
    return [`\`importExtension\` must be one of: ${importExtensions.join(', ')}.`];
  if (templates !== undefined && !isFilled(templates)) return ['`templates` must be a folder.'];
  if (strict !== undefined && typeof strict !== 'boolean') return ['`strict` must be true or false.'];
  if (allow !== undefined && !isAllowance(allow))
    return ['`allow` may only have `remote`, `unresolved` (true or false) and `folders` (a list of paths).'];
  if (!isObject(targets) || Object.keys(targets).length === 0) return ['`targets` is empty.'];
  const unknown = Object.keys(written).filter((property) => !configProperties.includes(property));
  return [
    ...unknown.map((property) => `The configuration has an unknown property \`${property}\`.`),
    ...Object.entries(targets).flatMap(([name, target]) => findTargetProblems(name, target)),
  ];
}

/**
 * Returns whether a path is usable. Why: an empty path would be the root or the current folder; output needs a
 * separate folder, so `/` is invalid too.
 */
function isFilled(path: unknown): path is string {
  return typeof path === 'string' && !/^[\s/]*$/.test(path);
}

function isAllowance(written: unknown): boolean {
  if (!isObject(written)) return false;
  const { remote, unresolved, folders, ...others } = written;
  const areSwitches = [remote, unresolved].every((each) => each === undefined || typeof each === 'boolean');
  const areFolders = folders === undefined || (isArray(folders) && folders.every(isFilled));
  return Object.keys(others).length === 0 && areSwitches && areFolders;
}

function findTargetProblems(name: string, target: unknown): string[] {
  if (!isObject(target)) return [`The target \`${name}\` must be an object.`];
  const { openapi, asyncapi, out, lint, with: wanted, plugins } = target;
  const lists = (['asyncapi', 'overlays'] as const).filter((key) => {
    const list = target[key];
    return list !== undefined && !(isArray(list) && list.every(isFilled));
  });
  const areExtras = wanted === undefined || (isArray(wanted) && wanted.every(isExtra));
  const hasDocument = isFilled(openapi) || (isArray(asyncapi) && asyncapi.length > 0);
  const patterns = (['include', 'exclude'] as const).filter((key) => {
    const list = target[key];
    return (
      list !== undefined && !(isArray(list) && list.every((text) => typeof text === 'string' && text !== ''))
    );
  });
  const unknown = Object.keys(target).filter((property) => !targetProperties.includes(property));
  return [
    ...(isFilled(out) ? [] : [`The target \`${name}\` has no \`out\` folder.`]),
    ...lists.map((key) => `\`${key}\` of the target \`${name}\` must be a list of paths.`),
    ...(hasDocument ? [] : [`The target \`${name}\` has no document.`]),
    ...(lint === undefined || isFilled(lint) ? [] : [`\`lint\` of the target \`${name}\` must be a path.`]),
    ...(areExtras ? [] : [`\`with\` of the target \`${name}\` must be a list of: ${extras.join(', ')}.`]),
    ...findChoiceProblems(name, target, 'runtime', runtimeForms),
    ...findChoiceProblems(name, target, 'enums', enumForms),
    ...findChoiceProblems(name, target, 'layout', layouts),
    ...findChoiceProblems(name, target, 'dates', dateForms),
    ...findChoiceProblems(name, target, 'int64', int64Forms),
    ...(plugins === undefined || arePlugins(plugins)
      ? []
      : [
          `\`plugins\` of the target \`${name}\` must be a list of functions and outputs, in backlot.config.ts.`,
        ]),
    ...patterns.map((key) => `\`${key}\` of the target \`${name}\` must be a list of patterns.`),
    ...findRenameProblems(name, target['rename']),
    ...[target['pagination'] ?? []]
      .flat()
      .flatMap(findRuleProblems)
      .map((problem) => `\`pagination\` of the target \`${name}\` is invalid: ${problem}.`),
    ...unknown.map((property) => `The target \`${name}\` has an unknown property \`${property}\`.`),
  ];
}

function findRenameProblems(target: string, rename: unknown): string[] {
  if (rename === undefined) return [];
  const where = `\`rename\` of the target \`${target}\``;
  const kinds = ['operations', 'schemas'];
  if (!isObject(rename) || Object.keys(rename).some((kind) => !kinds.includes(kind)))
    return [`${where} may only have \`operations\` and \`schemas\`.`];
  return Object.entries(rename).flatMap(([kind, names]) => {
    if (!isObject(names)) return [`\`${kind}\` in ${where} must be an object.`];
    const values = Object.values(names);
    const wrong = values.find((name) => typeof name !== 'string' || !isIdentifier(name));
    const double = values.find((name, index) => values.indexOf(name) < index);
    return [
      ...(wrong === undefined ? [] : [`${where} has ${JSON.stringify(wrong)}, which is not an identifier.`]),
      ...(double === undefined ? [] : [`${where} has the name ${JSON.stringify(double)} twice.`]),
    ];
  });
}

function findChoiceProblems(
  name: string,
  target: JsonObject,
  property: string,
  choices: readonly string[],
): string[] {
  const value = target[property];
  if (value === undefined || choices.some((choice) => choice === value)) return [];
  return [`\`${property}\` of the target \`${name}\` must be one of: ${choices.join(', ')}.`];
}

function arePlugins(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'function' || isOutput(each));
}

function isOutput(value: unknown): boolean {
  const { path, fields, template, emit } = (value ?? {}) as Partial<OutputPlugin>;
  return isFilled(path) && isObject(fields) && template instanceof URL && typeof emit === 'function';
}
