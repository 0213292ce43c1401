/** Finds what an operation does with its resource. */
import type { ResourceCandidate } from './find-resources.ts';
import type { Inference, Role } from './graph.ts';
import { findList, findRecord } from './infer-envelope.ts';
import { hasStatus, isEmpty, isFile, isStream, type OperationFacts } from './operation-facts.ts';
import type { SourceSchema } from './source.ts';
import { flatten, isVerb, wordsOf } from './words.ts';

interface Guess {
  readonly role: Role;
  readonly confidence: number;
  readonly text: string;
}

/** Infers what an operation does; `candidate` is its resource, `null` for none. */
export function inferRole(facts: OperationFacts, candidate: ResourceCandidate | null): Inference<Role> {
  const { role, confidence, text } = guess(facts, candidate);
  return { value: role, confidence, evidence: [{ text, pointer: facts.operation.pointer }] };
}

function guess(facts: OperationFacts, candidate: ResourceCandidate | null): Guess {
  const { operation, path } = facts;
  const { method } = operation;
  if (method === 'OPTIONS' || method === 'TRACE')
    return { role: 'sample', confidence: 1, text: `${method} changes and reads no record` };
  if (isStream(facts)) return { role: 'stream', confidence: 0.95, text: 'its response is a stream' };
  if (path.verb !== null) return guessVerb(facts, path.verb);
  if (isAuth(facts)) return { role: 'auth', confidence: 0.7, text: `${path.name} is about credentials` };
  if (candidate === null) return guessWithoutResource(facts);
  const isItem = path.isItem && facts.template !== candidate.collection;
  return isItem ? guessItem(facts, candidate) : guessCollection(facts, candidate);
}

function guessVerb({ operation }: OperationFacts, verb: string): Guess {
  if (operation.method !== 'GET')
    return { role: actionRole(verb), confidence: 0.95, text: `\`:${verb}\` is a verb` };
  return { role: 'aggregate', confidence: 0.6, text: `\`:${verb}\` is computed` };
}

function actionRole(name: string): Role {
  const [first = ''] = wordsOf(name);
  if (['copy', 'clone', 'duplicate', 'fork'].includes(first)) return 'copy';
  if (first === 'search' || first === 'query') return 'search';
  if (first === 'upload') return 'upload';
  return 'action';
}

function isAuth({ path, operation }: OperationFacts): boolean {
  return (
    ['login', 'logout', 'token', 'authorize', 'signin', 'signup', 'introspect'].includes(
      flatten(path.name),
    ) &&
    !path.isItem &&
    (operation.method === 'POST' || path.segments.some(({ text }) => /^(?:oauth2?|auth)$/i.test(text)))
  );
}

function guessWithoutResource(facts: OperationFacts): Guess {
  const { operation, path } = facts;
  if (operation.method === 'GET' || operation.method === 'HEAD') {
    if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
    return { role: 'sample', confidence: 0.6, text: 'nothing else reads or writes what it returns' };
  }
  const role = actionRole(path.name);
  if (role === 'search') return { role, confidence: 0.8, text: `${path.name} finds records` };
  if (operation.bodies.length > 0 && operation.bodies.every(({ hasFile }) => hasFile))
    return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  return {
    role,
    confidence: isVerb(path.name) ? 0.9 : 0.7,
    text: isVerb(path.name) ? `${path.name} is a verb` : `nothing is read at ${operation.path}`,
  };
}

function guessItem(facts: OperationFacts, candidate: ResourceCandidate): Guess {
  const { operation, path } = facts;
  const one = 'one record';
  switch (operation.method) {
    case 'GET':
    case 'HEAD':
      if (candidate.kind === 'set' && isEmpty(facts))
        return { role: 'flag-read', confidence: 0.9, text: 'its status says whether it is a member' };
      if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
      if (facts.body?.items != null)
        return { role: 'list', confidence: 0.8, text: `it lists what {${path.keys.at(-1) ?? ''}} selects` };
      return { role: 'read', confidence: 0.95, text: `it gets ${one}` };
    case 'PUT':
      if (candidate.kind === 'set')
        return { role: 'relate', confidence: 0.9, text: `it puts ${one} without a body` };
      if (isUpsert(facts, candidate))
        return { role: 'upsert', confidence: 0.9, text: 'it returns 201, and nothing is posted' };
      return isPartial(facts, candidate)
        ? { role: 'update', confidence: 0.85, text: 'its body requires less than that of the POST' }
        : { role: 'replace', confidence: 0.95, text: `it puts ${one}` };
    case 'PATCH':
      return { role: 'update', confidence: 0.95, text: `it patches ${one}` };
    case 'DELETE':
      if (candidate.kind === 'set') return { role: 'unrelate', confidence: 0.9, text: `it removes ${one}` };
      return { role: 'delete', confidence: 0.95, text: `it deletes ${one}` };
    default:
      return guessPostToItem(facts, candidate);
  }
}

function isUpsert(facts: OperationFacts, { onCollection }: ResourceCandidate): boolean {
  return hasStatus(facts, 201) && !onCollection.some(({ operation }) => operation.method === 'POST');
}

/**
 * Returns whether a PUT changes only what it names. Why: one that replaces a record requires what a POST requires, or
 * stands beside a PATCH.
 */
function isPartial({ request, path }: OperationFacts, { onCollection, onItem }: ResourceCandidate): boolean {
  if (request === null || onItem.some(({ operation }) => operation.method === 'PATCH')) return false;
  const required = findRecord(request, path.name).item.required;
  const create = onCollection.find(({ operation }) => operation.method === 'POST')?.request;
  if (create == null) return false;
  const wanted = findRecord(create, path.name).item.required;
  return required.size === 0 || ![...wanted].every((name) => required.has(name));
}

/** Source: Stripe, OpenAI and Twilio update with POST to the path of a record. */
function guessPostToItem(facts: OperationFacts, candidate: ResourceCandidate): Guess {
  const writes = candidate.onItem.map(({ operation }) => operation.method);
  const isOnlyWrite = !writes.includes('PUT') && !writes.includes('PATCH');
  if (facts.operation.bodies.length > 0 && facts.operation.bodies.every(({ hasFile }) => hasFile))
    return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (isOnlyWrite && (writes.includes('GET') || sharesHalf(facts.request, candidate.schema)))
    return { role: 'update', confidence: 0.9, text: 'it is the only write of a record besides DELETE' };
  if (sharesHalf(facts.request, candidate.schema))
    return { role: 'update', confidence: 0.8, text: 'its body shares half of its properties with a record' };
  return { role: isOnlyWrite ? 'create' : 'action', confidence: 0.7, text: 'it posts to one record' };
}

function sharesHalf(request: SourceSchema | null, record: SourceSchema | null): boolean {
  if (request === null || record === null || request.properties.size === 0) return false;
  const shared = [...request.properties.keys()].filter((name) => record.properties.has(name));
  return shared.length * 2 >= request.properties.size;
}

const computed =
  /^(?:count|counts|stats|statistics|summary|summaries|aggregate|aggregates|total|totals|metrics|usage|report|analytics|histogram)$/i;

function guessCollection(facts: OperationFacts, candidate: ResourceCandidate): Guess {
  const { operation, path, body } = facts;
  if (candidate.kind === 'flag') return guessFlag(facts);
  if (/^(?:contains|exists|has)$/i.test(path.name) && operation.method === 'GET')
    return { role: 'flag-read', confidence: 0.8, text: `${path.name} says whether it is a member` };
  const isRecord = candidate.kind === 'singleton' || candidate.kind === 'blob';
  switch (operation.method) {
    case 'GET':
    case 'HEAD': {
      if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
      const list = body === null ? null : findList(body, path.name);
      if (flatten(path.name) === 'search' || requiresSearch(facts))
        return { role: 'search', confidence: 0.8, text: 'it finds records by a text' };
      if (list !== null && !isRecord)
        return { role: 'list', confidence: list.envelope.confidence, text: 'its response is a list' };
      if (computed.test(path.name))
        return { role: 'aggregate', confidence: 0.8, text: `${path.name} is computed` };
      return { role: 'singleton-read', confidence: 0.9, text: 'its response is one record' };
    }
    case 'POST':
      return guessPost(facts, candidate, isRecord);
    case 'PUT':
      if (isRecord) return { role: 'singleton-replace', confidence: 0.9, text: 'it puts the only record' };
      if (candidate.kind === 'set')
        return { role: 'relate', confidence: 0.8, text: 'it puts members of a set' };
      return { role: 'action', confidence: 0.6, text: 'it puts a collection' };
    case 'PATCH':
      return isRecord
        ? { role: 'singleton-update', confidence: 0.9, text: 'it patches the only record' }
        : { role: 'action', confidence: 0.6, text: 'it patches a collection' };
    case 'DELETE':
      if (isRecord) return { role: 'singleton-delete', confidence: 0.9, text: 'it deletes the only record' };
      return candidate.kind === 'set'
        ? { role: 'unrelate', confidence: 0.8, text: 'it removes members of a set' }
        : { role: 'bulk-delete', confidence: 0.9, text: 'it deletes what a collection has' };
    default:
      return { role: 'sample', confidence: 0.6, text: `${operation.method} is not inferred` };
  }
}

function guessPost(facts: OperationFacts, candidate: ResourceCandidate, isRecord: boolean): Guess {
  const { request, operation } = facts;
  if (isRecord) return { role: 'singleton-update', confidence: 0.7, text: 'it posts to the only record' };
  const isUpload = operation.bodies.length > 0 && operation.bodies.every(({ hasFile }) => hasFile);
  if (isUpload && facts.body === null) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (candidate.kind === 'set') return { role: 'relate', confidence: 0.8, text: 'it adds members to a set' };
  if (request?.items != null)
    return { role: 'bulk-create', confidence: 0.8, text: 'its body is a list of records' };
  return { role: 'create', confidence: 0.95, text: 'it posts to the collection' };
}

function guessFlag({ operation }: OperationFacts): Guess {
  const role: Role =
    operation.method === 'PUT' || operation.method === 'POST'
      ? 'flag-set'
      : operation.method === 'DELETE'
        ? 'flag-unset'
        : 'flag-read';
  return { role, confidence: 0.9, text: 'it is put and deleted without a body' };
}

function requiresSearch({ operation }: OperationFacts): boolean {
  return operation.parameters.some(
    ({ in: place, name, isRequired }) =>
      place === 'query' && isRequired && /^(?:q|query|search)$/i.test(name),
  );
}
