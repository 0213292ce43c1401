/** Reads overlays and checks their form. */
import path from 'node:path';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { DetailsOf, DiagnosticCode, Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isAddress, relativeFile } from '../source/document-names.ts';
import { childPointer, isArray, isObject, propertyOf } from '../json/json.ts';
import { readDocument } from '../source/load.ts';
import { isWalkable } from '../source/measure-tree.ts';
import { reportDepth, reportSyntax } from '../source/syntax-problems.ts';
import type { Overlay, OverlayAction } from './overlay.ts';
import { compileTarget } from './target.ts';

/** The version of the Overlay Specification. */
const VERSION = /^1\.0\.\d+$/;

const overlayKeys = ['overlay', 'info', 'extends', 'actions'];
const actionKeys = ['target', 'description', 'update', 'remove'];

/** Reports a diagnostic about a node of the overlay. */
type ReportAt = <Code extends DiagnosticCode>(code: Code, pointer: string, details: DetailsOf<Code>) => void;

/**
 * Reads the overlays, in their order. Shape: a file that can't be read is omitted, and so is an invalid action.
 *
 * Errors: DOCUMENT_NOT_FOUND and the other codes of `readDocument` and `reportSyntax`, OVERLAY_INVALID,
 * OVERLAY_KEY_UNKNOWN, OVERLAY_TARGET_INVALID (reported).
 */
export async function readOverlays(
  files: readonly string[],
  folder: string,
  report: Report,
): Promise<Overlay[]> {
  const read = await Promise.all(files.map((file) => readDocument(file, folder, report)));
  const { parseYamlFile, createYamlPositions } = await import('../source/bundle.ts');
  return read.flatMap((source) => {
    if (source === null) return [];
    const { absolute, text } = source;
    const file = relativeFile(absolute, folder);
    const root = parse(() => parseYamlFile(absolute, text), file, text, report);
    if (root === undefined) return [];
    const positionOf = createYamlPositions(absolute, text);
    const reportAt: ReportAt = (code, pointer, details) => {
      report(code, { file, pointer }, details, positionOf(pointer));
    };
    const form = readForm(root, absolute, reportAt);
    return form === null ? [] : [{ file, absolute, text, positionOf, ...form }];
  });
}

function parse(parseText: () => unknown, file: string, text: string, report: Report): JsonValue | undefined {
  try {
    const root = parseText();
    if (isWalkable(root)) return root as JsonValue;
    reportDepth(file, report);
  } catch (error) {
    reportSyntax(error, { file, text }, report);
  }
  return undefined;
}

function readForm(
  root: JsonValue | undefined,
  absolute: string,
  report: ReportAt,
): Pick<Overlay, 'extends' | 'actions'> | null {
  const fail = (pointer: string, problem: string): null => {
    report('OVERLAY_INVALID', pointer, { problem });
    return null;
  };
  if (!isObject(root)) return fail('#/', 'The overlay must be an object');
  const version = propertyOf(root, 'overlay');
  if (version === undefined) {
    const misspelt = closestWord('overlay', Object.keys(root));
    const hint = misspelt === null ? '' : `, but \`${misspelt}\``;
    return fail('#/', `The file has no \`overlay: 1.0.0\`${hint}, so it is not an overlay`);
  }
  if (typeof version !== 'string' || !VERSION.test(version))
    return fail('#/overlay', `\`overlay\` is ${JSON.stringify(version)}; expected the text 1.0.0`);
  reportUnknownKeys(root, overlayKeys, '#/', report);
  const { info, actions } = root;
  if (!isObject(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string')
    fail(
      info === undefined ? '#/' : '#/info',
      'The overlay must have an `info` with the strings `title` and `version`',
    );
  const named = propertyOf(root, 'extends');
  if (named !== undefined && typeof named !== 'string')
    fail('#/extends', '`extends` must be a path or an address');
  if (!isArray(actions) || actions.length === 0)
    return fail(actions === undefined ? '#/' : '#/actions', '`actions` must be a list of one action or more');
  return {
    extends: typeof named === 'string' ? resolveNamed(named, absolute) : null,
    actions: actions.flatMap((action, index) => readAction(action, index, report) ?? []),
  };
}

/** Returns the absolute path or URL of a document in an overlay. */
function resolveNamed(named: string, overlay: string): string {
  if (URL.canParse(named)) {
    const { protocol, pathname, href } = new URL(named);
    return protocol === 'file:' ? decodeURIComponent(pathname) : href;
  }
  return isAddress(overlay) ? new URL(named, overlay).href : path.resolve(path.dirname(overlay), named);
}

function reportUnknownKeys(
  node: JsonObject,
  names: readonly string[],
  pointer: string,
  report: ReportAt,
): void {
  for (const key of Object.keys(node)) {
    if (names.includes(key) || key.startsWith('x-')) continue;
    const closest = closestWord(key, names);
    report('OVERLAY_KEY_UNKNOWN', childPointer(pointer, key), { key, closest });
  }
}

function readAction(action: JsonValue, index: number, report: ReportAt): OverlayAction | null {
  const pointer = `#/actions/${index}`;
  const fail = (key: string | null, problem: string): null => {
    report('OVERLAY_INVALID', key === null ? pointer : childPointer(pointer, key), { problem });
    return null;
  };
  if (!isObject(action)) return fail(null, 'An action must be an object with a `target`');
  reportUnknownKeys(action, actionKeys, pointer, report);
  const written = propertyOf(action, 'target');
  if (written === undefined) return fail(null, 'The action has no `target`');
  if (typeof written !== 'string') return fail('target', '`target` must be a string, a JSONPath expression');
  const description = propertyOf(action, 'description') ?? null;
  if (description !== null && typeof description !== 'string')
    return fail('description', '`description` must be a string');
  const remove = propertyOf(action, 'remove');
  if (remove !== undefined && typeof remove !== 'boolean')
    return fail('remove', '`remove` must be true or false');
  const value = propertyOf(action, 'update');
  if (remove === undefined && value === undefined)
    return fail(null, 'The action has neither `update` nor `remove`');
  const target = compileTarget(written);
  if ('problem' in target) {
    const { problem } = target;
    report('OVERLAY_TARGET_INVALID', childPointer(pointer, 'target'), { target: written, problem });
    return null;
  }
  const update = value === undefined ? null : ({ kind: 'update', value } as const);
  return { index, written, target, description, effect: remove === true ? { kind: 'remove' } : update };
}
