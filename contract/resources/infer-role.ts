/** Finds what an operation does with its resource. */
import { isSelection } from './find-views.ts';
import type { Inference, Role } from './graph.ts';
import { findList, findRecord, isList } from './infer-envelope.ts';
import {
  hasStatus,
  isEmpty,
  isFile,
  isStream,
  sendsFile,
  takesList,
  type OperationFacts,
} from './operation-facts.ts';
import type { ResourceCandidate } from './resource-candidate.ts';
import { isVariant, sharesHalf } from './schema-likeness.ts';
import { flatten, isPlural, isSameName, isVerb, wordsOf } from './words.ts';

interface Guess {
  readonly role: Role;
  readonly confidence: number;
  readonly text: string;
}

/**
 * Infers what an operation does; `candidate` is its resource, `null` for none, and `creates` are the operations that may
 * create one.
 */
export function inferRole(
  facts: OperationFacts,
  candidate: ResourceCandidate | null,
  creates: readonly OperationFacts[],
): Inference<Role> {
  const { role, confidence, text } = guess(facts, candidate, creates);
  return { value: role, confidence, evidence: [{ text, pointer: facts.operation.pointer }] };
}

function guess(
  facts: OperationFacts,
  candidate: ResourceCandidate | null,
  creates: readonly OperationFacts[],
): Guess {
  const { operation, path } = facts;
  const { method } = operation;
  if (method === 'OPTIONS' || method === 'TRACE')
    return { role: 'sample', confidence: 1, text: `${method} changes and reads no record` };
  if (isStream(facts)) return { role: 'stream', confidence: 0.95, text: 'its response is a stream' };
  if (path.verb !== null) return guessVerb(facts, path.verb);
  if (isAuth(facts)) return { role: 'auth', confidence: 0.7, text: `${path.name} is about credentials` };
  if (candidate === null) return guessWithoutResource(facts);
  const isItem = path.isItem && facts.template !== candidate.collection;
  return isItem ? guessItem(facts, candidate, creates) : guessCollection(facts, candidate, creates);
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
    /^(?:login|logout|token|authorize|signin|signup|introspect)$/.test(flatten(path.name)) &&
    !path.isItem &&
    (operation.method === 'POST' ||
      /^log(?:in|out)$/.test(flatten(path.name)) ||
      path.segments.some(({ text }) => /^(?:oauth2?|auth)$/i.test(text)))
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
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  return {
    role,
    confidence: isVerb(path.name) ? 0.9 : 0.7,
    text: isVerb(path.name) ? `${path.name} is a verb` : `nothing is read at ${operation.path}`,
  };
}

function guessItem(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
): Guess {
  const { operation, path } = facts;
  const one = 'one record';
  switch (operation.method) {
    case 'GET':
    case 'HEAD':
      if (candidate.kind === 'set' && isEmpty(facts))
        return { role: 'flag-read', confidence: 0.9, text: 'its status says whether it is a member' };
      if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
      if (facts.body !== null && isList(facts.body))
        return { role: 'list', confidence: 0.8, text: `it lists what {${path.keys.at(-1) ?? ''}} selects` };
      return { role: 'read', confidence: 0.95, text: `it gets ${one}` };
    case 'PUT':
      if (candidate.kind === 'set')
        return { role: 'relate', confidence: 0.9, text: `it puts ${one} without a body` };
      if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
      if (hasStatus(facts, 201) && creates.length === 0)
        return { role: 'upsert', confidence: 0.9, text: 'it returns 201, and nothing is posted' };
      return guessPut(facts, candidate, creates);
    case 'PATCH':
      return { role: 'update', confidence: 0.95, text: `it patches ${one}` };
    case 'DELETE':
      if (candidate.kind === 'set') return { role: 'unrelate', confidence: 0.9, text: `it removes ${one}` };
      return { role: 'delete', confidence: 0.95, text: `it deletes ${one}` };
    default:
      return guessPostToItem(facts, candidate);
  }
}

/**
 * Returns whether a PUT replaces a record or changes only what it names. Why: one that replaces a record requires what a
 * POST requires, or stands beside a PATCH.
 */
function guessPut(
  { request, path }: OperationFacts,
  { onItem, schema }: ResourceCandidate,
  creates: readonly OperationFacts[],
): Guess {
  const replaces: Guess = { role: 'replace', confidence: 0.95, text: 'it puts one record' };
  if (request === null || onItem.some(({ operation }) => operation.method === 'PATCH')) return replaces;
  const required = findRecord(request, path.name, schema).item.required;
  const [create] = creates.flatMap((each) => each.request ?? []);
  const wanted = create === undefined ? null : findRecord(create, path.name, schema).item.required;
  const isPartial = required.size === 0 || ![...(wanted ?? [])].every((name) => required.has(name));
  if (!isPartial) return replaces;
  const confidence = wanted === null || wanted.size === 0 ? 0.7 : 0.85;
  return { role: 'update', confidence, text: 'its body requires less than that of a POST' };
}

/** Source: Stripe, OpenAI and Twilio update with POST to the path of a record. */
function guessPostToItem(facts: OperationFacts, candidate: ResourceCandidate): Guess {
  const writes = candidate.onItem.map(({ operation }) => operation.method);
  const isOnlyWrite = !writes.includes('PUT') && !writes.includes('PATCH');
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (isOnlyWrite && (writes.includes('GET') || sharesHalf(facts.request, candidate.schema)))
    return { role: 'update', confidence: 0.9, text: 'it is the only write of a record besides DELETE' };
  if (sharesHalf(facts.request, candidate.schema))
    return { role: 'update', confidence: 0.8, text: 'its body shares half of its properties with a record' };
  return { role: isOnlyWrite ? 'create' : 'action', confidence: 0.7, text: 'it posts to one record' };
}

const computed =
  /^(?:count|counts|stats|statistics|summary|summaries|aggregate|aggregates|total|totals|metrics|usage|report|analytics|histogram)$/i;

function guessCollection(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
): Guess {
  const { operation, path } = facts;
  if (candidate.kind === 'flag') return guessFlag(facts);
  if (/^(?:contains|exists|has)$/i.test(path.name) && operation.method === 'GET')
    return { role: 'flag-read', confidence: 0.8, text: `${path.name} says whether it is a member` };
  const isRecord = candidate.kind === 'singleton' || candidate.kind === 'blob';
  switch (operation.method) {
    case 'GET':
    case 'HEAD':
      return guessGet(facts, isRecord);
    case 'POST':
      return guessPost(facts, candidate, isRecord);
    case 'PUT':
    case 'PATCH':
      return guessWrite(facts, candidate, creates, isRecord);
    case 'DELETE':
      if (isRecord) return { role: 'singleton-delete', confidence: 0.9, text: 'it deletes the only record' };
      return candidate.kind === 'set'
        ? { role: 'unrelate', confidence: 0.8, text: 'it removes members of a set' }
        : { role: 'bulk-delete', confidence: 0.9, text: 'it deletes what a collection has' };
    default:
      return { role: 'sample', confidence: 0.6, text: `${operation.method} is not inferred` };
  }
}

function guessGet(facts: OperationFacts, isRecord: boolean): Guess {
  const { path, body } = facts;
  if (isFile(facts)) return { role: 'download', confidence: 0.9, text: 'its response is a file' };
  if (isText(facts) && /^(?:content|contents|raw|download|export|log|logs|file|data)$/i.test(path.name))
    return { role: 'download', confidence: 0.8, text: `its response is the text of ${path.name}` };
  const list = body === null ? null : findList(body, path.name);
  if (flatten(path.name) === 'search' || requiresSearch(facts))
    return { role: 'search', confidence: 0.8, text: 'it finds records by a text' };
  if (list !== null && !isRecord)
    return { role: 'list', confidence: list.envelope.confidence, text: 'its response is a list' };
  if (computed.test(path.name))
    return { role: 'aggregate', confidence: 0.8, text: `${path.name} is computed` };
  if (body === null && !isRecord && !isSelection(facts))
    return { role: 'list', confidence: 0.6, text: 'it gets a collection' };
  return { role: 'singleton-read', confidence: 0.9, text: 'its response is one record' };
}

/** Returns whether a success is a text that is no record. */
function isText({ body }: OperationFacts): boolean {
  return body?.types?.size === 1 && body.types.has('string');
}

function guessWrite(
  facts: OperationFacts,
  candidate: ResourceCandidate,
  creates: readonly OperationFacts[],
  isRecord: boolean,
): Guess {
  const isPut = facts.operation.method === 'PUT';
  if (sendsFile(facts)) return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (isRecord)
    return {
      role: isPut ? 'singleton-replace' : 'singleton-update',
      confidence: candidate.confidence,
      text: 'it writes the only record',
    };
  if (isPut && candidate.kind === 'set' && takesList(facts))
    return { role: 'relate', confidence: 0.8, text: 'it puts members of a set' };
  const isRecordSent =
    facts.request !== null &&
    !isList(facts.request) &&
    candidate.schema !== null &&
    isVariant(findRecord(facts.request, facts.path.name, candidate.schema).item, candidate.schema);
  if (isRecordSent && candidate.onItem.length > 0)
    return isPut
      ? { ...guessPut(facts, candidate, creates), confidence: 0.7 }
      : { role: 'update', confidence: 0.7, text: 'it patches the record that its body names' };
  return { role: 'action', confidence: 0.6, text: 'it writes a collection' };
}

function guessPost(facts: OperationFacts, candidate: ResourceCandidate, isRecord: boolean): Guess {
  const { request } = facts;
  if (isRecord) return { role: 'singleton-update', confidence: 0.7, text: 'it posts to the only record' };
  if (sendsFile(facts) && facts.body === null)
    return { role: 'upload', confidence: 0.8, text: 'its body is a file' };
  if (candidate.kind === 'set' && takesList(facts))
    return { role: 'relate', confidence: 0.8, text: 'it adds members to a set' };
  if (request !== null && sendsRecords(facts, candidate.name))
    return { role: 'bulk-create', confidence: 0.8, text: 'its body is a list of records' };
  return { role: 'create', confidence: 0.95, text: 'it posts to the collection' };
}

/** Returns whether a body is a list of records, or has nothing but one. */
function sendsRecords({ request }: OperationFacts, name: string): boolean {
  if (request === null) return false;
  if (isList(request)) return true;
  const [only, second] = request.properties;
  return (
    only !== undefined &&
    second === undefined &&
    only[1].items !== null &&
    isPlural(only[0]) &&
    isSameName(only[0], name)
  );
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
