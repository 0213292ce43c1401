/** Finds the roles of operations that act on a record or on a collection instead of reading or writing it. */
import { postsChild } from '../candidates/record-candidates.ts';
import { isCommand, isCommandRead } from '../candidates/commands.ts';
import { listsLike } from '../candidates/find-views.ts';
import type { Role } from '../graph.ts';
import { findList, isList } from '../bodies/find-list.ts';
import { findRecord } from '../bodies/find-record.ts';
import { isFile, leadingVerb, sendsFile, type OperationFacts } from '../operation-facts.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import { describeSame, propertySpelled } from '../schema-likeness.ts';
import { flatten, isLog, isOfSeveral, isVerb, wordsOf } from '../words.ts';

/** What an operation may do, how sure that is, and why. */
export interface RoleGuess {
  readonly role: Role;
  readonly confidence: number;
  readonly text: string;
}

/** Guesses what a verb at the end of a path does: `cancel` of `/orders/{id}:cancel` and of `/orders.cancel`. */
export function guessEndVerb({ operation }: OperationFacts, verb: string): RoleGuess {
  const stored = roleOfStorage(wordsOf(verb), operation.method);
  if (stored !== null) return { role: stored, confidence: 0.8, text: `\`${verb}\` says what it does` };
  if (operation.method !== 'GET' || isCommand(verb))
    return { role: roleOfVerb(verb), confidence: 0.9, text: `\`${verb}\` is a verb` };
  return { role: 'aggregate', confidence: 0.6, text: `\`${verb}\` is computed` };
}

/** Guesses what a verb in front of a key does: `verify` of `/domains/verify/{domain}`; `null` for a read. */
export function guessKeyVerb({ operation, path: { name } }: OperationFacts): RoleGuess | null {
  if (operation.method === 'GET' || operation.method === 'HEAD') return null;
  const role = roleOfStorage(wordsOf(name), operation.method) ?? roleOfVerb(name);
  return { role, confidence: 0.8, text: `\`${name}\` is a verb` };
}

/** Returns the role that a verb of storage names; `null` for any other verb. */
function roleOfStorage([first = '', ...rest]: readonly string[], method: string): Role | null {
  if (isOfSeveral(first)) {
    const [verb = ''] = rest;
    if (['create', 'insert', 'upsert', 'add'].includes(verb)) return 'bulk-create';
    if (['get', 'retrieve', 'read', 'fetch'].includes(verb)) return 'search';
    return verb === 'delete' || verb === 'remove' ? 'bulk-delete' : null;
  }
  if (first === 'list') return 'list';
  if (first === 'search' || first === 'query' || first === 'find') return 'search';
  if (method === 'GET') return rest.length === 0 && ['get', 'info', 'read'].includes(first) ? 'read' : null;
  if (rest.length > 0) return null;
  if (first === 'create') return 'create';
  if (first === 'update' || first === 'edit') return 'update';
  return first === 'delete' ? 'delete' : null;
}

/** Returns what a POST such as `/orders/batch-create` does with several records; `null` for another name. */
export function guessSeveral(facts: OperationFacts, candidate: ResourceCandidate): RoleGuess | null {
  const { name } = facts.path;
  const words = wordsOf(name);
  const role = isOfSeveral(words[0] ?? '') ? roleOfStorage(words, 'POST') : null;
  const isOther = role === 'search' && !listsLike(facts, candidate);
  return role === null || isOther ? null : { role, confidence: 0.8, text: `\`${name}\` says what it does` };
}

/** Returns the role of an operation whose name begins with a verb. */
export function roleOfVerb(name: string): Role {
  const [first = ''] = wordsOf(name);
  if (['copy', 'clone', 'duplicate', 'fork', 'replicate'].includes(first)) return 'copy';
  if (/^(?:search|query|paged|paginated)$/.test(first)) return 'search';
  return first === 'upload' ? 'upload' : 'action';
}

/** Returns whether an operation is about credentials. */
export function isAuth({ path, operation }: OperationFacts): boolean {
  const name = flatten(path.name);
  const isBelowAuth = path.segments.some(({ text }) => /^(?:oauth2?|auth)$/i.test(text));
  if (path.isItem) return false;
  return (
    (/^(?:token|authorize|signin|signup|introspect)$/.test(name) &&
      (operation.method === 'POST' || isBelowAuth)) ||
    /^log(?:in|out)$/.test(name) ||
    (name === 'revoke' && isBelowAuth)
  );
}

/**
 * Guesses the role of an operation that does not read a resource; `acted` is the resource it acts on, `null` for none.
 */
export function guessAction(facts: OperationFacts, acted: ResourceCandidate | null): RoleGuess {
  const { operation, path } = facts;
  if (operation.method === 'GET' || operation.method === 'HEAD') {
    if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
    if (isCommandRead(facts)) return { role: 'action', confidence: 0.7, text: `${path.name} is a verb` };
    return { role: 'sample', confidence: 0.6, text: 'nothing else reads or writes what it returns' };
  }
  if (operation.method === 'DELETE' && acted !== null && isOfSeveral(flatten(path.name)))
    return { role: 'bulk-delete', confidence: 0.7, text: `${path.name} is of several records` };
  const several = operation.method === 'POST' && acted !== null ? guessSeveral(facts, acted) : null;
  if (several !== null) return several;
  const role = operation.method === 'DELETE' ? 'action' : roleOfVerb(path.name);
  if (role === 'search') return { role, confidence: 0.8, text: `${path.name} finds records` };
  const origin = originNamed(facts, acted?.name ?? path.name);
  if (acted !== null && role === 'action' && origin !== null)
    return { role: 'copy', confidence: 0.8, text: `its response has \`${origin}\`` };
  if (acted !== null && createsAnother(facts, acted))
    return { role: 'copy', confidence: 0.8, text: 'it returns 201 with a new record' };
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  const written = operation.method === 'POST' ? roleOfWrite(facts, acted) : null;
  if (written !== null)
    return { role: written, confidence: 0.7, text: `${path.name} says what it does with records` };
  return {
    role,
    confidence: isVerb(path.name) ? 0.9 : 0.7,
    text: isVerb(path.name) ? `${path.name} is a verb` : `nothing is read at ${operation.path}`,
  };
}

/** Returns whether an action on a record makes another one of it: `create-from-draft` of an invoice, with 201. */
function createsAnother(
  { operation, path, template, success, body }: OperationFacts,
  { item, name, schema }: ResourceCandidate,
): boolean {
  const isOnRecord = item !== null && template === `${item}/${path.name}`;
  const isNew = /^create/i.test(path.name) || /^\s*creates? (?:an? )?(?:new|another) /i.test(operation.text);
  if (operation.method !== 'POST' || success?.status !== 201 || !isOnRecord || !isNew) return false;
  return body !== null && describeSame(findRecord(body, name).item, schema);
}

/** Returns the property in which a response names what it was made from: `retry_of` of `retry`; `null` for none. */
function originNamed({ path, body }: OperationFacts, name: string): string | null {
  if (body === null || !isVerb(path.name)) return null;
  return propertySpelled(`${path.name}_of`, findRecord(body, name).item);
}

/** Returns the role of a POST whose path ends in a verb of storage: `/orders/create`, or `/orders/bulk-delete`. */
function roleOfWrite(
  { path, request, template }: OperationFacts,
  acted: ResourceCandidate | null,
): Role | null {
  if (acted === null || acted.kind === 'singleton' || acted.kind === 'flag') return null;
  const words = wordsOf(path.name);
  const [first = ''] = words;
  if (postsChild({ path, request, template }, acted)) return 'create';
  const isBulk = words.some((word) => ['batch', 'bulk', 'multiple', 'many'].includes(word));
  const creates = words.some((word) => ['create', 'insert', 'upsert', 'import', 'add'].includes(word));
  if (isBulk && words.some((word) => ['delete', 'remove'].includes(word))) return 'bulk-delete';
  if (isBulk && creates) return 'bulk-create';
  if (creates && request !== null && isList(request)) return 'bulk-create';
  // Why: `/orders/bulk` with a list of orders implies no more.
  const list = isBulk && words.length === 1 && request !== null ? findList(request, acted.name) : null;
  if (list !== null && list.item.properties.size > 0) return 'bulk-create';
  if (words.length > 1) return null;
  const isOnItem = acted.item !== null && template.startsWith(`${acted.item}/`);
  // Why only directly: `/orders/{id}/labels/remove` removes a label.
  const [between = '', ...others] = isOnItem ? template.slice(acted.item.length + 1).split('/') : [];
  const isDirect = isOnItem && (others.length === 0 || (others.length === 1 && isLog(between)));
  if (isDirect && ['update', 'edit', 'modify'].includes(first)) return 'update';
  if (isDirect && ['delete', 'remove', 'destroy'].includes(first)) return 'delete';
  return !isOnItem && ['create', 'add', 'new'].includes(first) ? 'create' : null;
}

/** Returns the role that the summary of a POST to one record names; `null` if it names none. */
export function roleOfSummary(facts: OperationFacts): Role | null {
  const verb = leadingVerb(facts);
  if (['create', 'add', 'insert'].includes(verb)) return 'create';
  if (changes.has(verb)) return 'update';
  return isVerb(verb) ? roleOfVerb(verb) : null;
}

/** Verbs of summaries that change what a request names of a record. */
export const changes: ReadonlySet<string> = new Set([
  ...['update', 'edit', 'modify', 'change', 'set', 'save', 'replace', 'patch'],
]);
