/** Recognizes the paths and verbs that can only be those of a change. */
import { findList, findRecords, isList } from '../bodies/find-list.ts';
import { LIKELY } from '../graph.ts';
import { hasStatus, isFile, leadingVerb, type OperationFacts } from '../operation-facts.ts';
import { inferQuery } from '../queries/infer-query.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import { isPlural, wordsOf } from '../words.ts';

/** Returns whether a GET is described by its path as one that changes something, and returns no list: `/jobs/cancel`. */
export function isCommandRead(facts: OperationFacts): boolean {
  const { operation, path, body } = facts;
  if (operation.method !== 'GET' || path.isItem || path.verb !== null || isFile(facts)) return false;
  return isCommand(path.name) && (body === null || findList(body, path.name) === null);
}

/** Returns whether a name can only be that of a change: `cancel` or `createPad`, but neither `start` nor `cancelReasons`. */
export function isCommand(name: string): boolean {
  const [first = '', ...rest] = wordsOf(name);
  const last = rest.at(-1) ?? '';
  if (isPlural(last) || ofCommands.has(last)) return false;
  return commands.has(first) || (rest.length > 0 && phrases.has(first));
}

/** Verbs that are no nouns and that change something. */
const commands: ReadonlySet<string> = new Set(
  (
    'accept activate add approve assign attach cancel clear create deactivate decline delete detach disable disconnect dismiss ' +
    'enable execute initiate insert invalidate invoke merge reactivate reboot regenerate reject remove rename reopen ' +
    'resend reset restart restore resume revoke save send submit subscribe suspend terminate unassign unblock unlink ' +
    'unlock unsubscribe update'
  ).split(' '),
);

/** Verbs that change something, and that are nouns without another word behind them. */
const phrases: ReadonlySet<string> = new Set(['append', 'copy', 'move']);

/** Last words of what is known about a command. */
const ofCommands: ReadonlySet<string> = new Set(
  'info status state url uri link setting history log count option type reason date time at by id form'.split(
    ' ',
  ),
);

/** Returns whether a path or a summary is that of a POST that computes a response, and keeps nothing. */
export function computesOnly(facts: OperationFacts): boolean {
  const [first = '', ...rest] = wordsOf(facts.path.name);
  const isNamed = rest.length === 0 && computations.has(first);
  return (isNamed || computations.has(leadingVerb(facts))) && !hasStatus(facts, 201);
}

/** Verbs that are no nouns and that return what they compute. */
const computations: ReadonlySet<string> = new Set(
  (
    'analyze calculate categorize check classify compute convert detect evaluate extract identify parse predict ' +
    'preview recognize simulate summarize test translate validate verify'
  ).split(' '),
);

/**
 * Returns whether an operation changes all records that its query selects: it sends one record to a collection, has a
 * filter, and returns a list, as `PATCH /orders?status=open`.
 */
export function changesSelected(
  { operation, template, request, body }: OperationFacts,
  { collection, item, name, schema }: ResourceCandidate,
): boolean {
  const isChange = operation.method === 'PATCH' || operation.method === 'PUT';
  if (!isChange || template !== collection || item === null || request === null || body === null)
    return false;
  const isOfOne = !isList(request) && findRecords(request, name) === null;
  return isOfOne && findRecords(body, name) !== null && operation.parameters.some(filters);

  function filters(parameter: (typeof operation.parameters)[number]): boolean {
    const { use } = inferQuery(parameter, schema);
    return parameter.in === 'query' && use.value.kind === 'filter' && use.confidence >= LIKELY;
  }
}
