/** Infers the places of records, pages, filters and orders in the bodies and the query of an operation. */
import { changesSelected } from '../candidates/commands.ts';
import { showsKey } from '../candidates/keyed-lists.ts';
import { lookupIn } from '../candidates/find-views.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import { LIKELY, type OperationRole, type Role } from '../graph.ts';
import { inferKey } from '../infer-key.ts';
import { lastParameter, type OperationFacts } from '../operation-facts.ts';
import { inferPaging, inferShownPaging, pagingParameters, withPosition } from '../pagination/infer-paging.ts';
import { shownTriple } from '../queries/infer-condition.ts';
import { inferQuery, withDirection, withSent } from '../queries/infer-query.ts';
import type { SourceOperation, SourceParameter } from '../source.ts';
import type { Enveloped } from '../bodies/envelope.ts';
import { findRecords, statedOrder } from '../bodies/find-list.ts';
import { findRecord, findRecordOf, findSentOf, findSentRecord } from '../bodies/find-record.ts';
import { bodyParameters, queryParameters } from '../bodies/search-bodies.ts';

/** Returns where a response has a record. Why unsure: it may be the record above, which lists what a request is about. */
function envelopeOf(
  { envelope, item }: Enveloped,
  candidate: ResourceCandidate | null,
): Enveloped['envelope'] {
  const isAbove = candidate?.entries !== undefined && item.properties.has(candidate.entries);
  return isAbove ? { ...envelope, confidence: Math.min(envelope.confidence, UNSURE) } : envelope;
}

/** The confidence of an inference that no law relies on. */
const UNSURE = 0.5;

/** Returns a parameter with the text of its list, where its own only refers to that, or with the form that it shows. */
function withListText(parameter: SourceParameter, { text }: SourceOperation): SourceParameter {
  const form = shownTriple(parameter, text);
  if (form !== null) return { ...parameter, text: `${parameter.text}\n${form}` };
  return /^(?:see\b|$)/i.test(parameter.text)
    ? { ...parameter, text: `${parameter.text}\n${text}` }
    : parameter;
}

/** Returns whether an operation counts records. */
function isCount({ path, operation }: OperationFacts): boolean {
  return operation.method === 'GET' && /^counts?$/i.test(path.name);
}

type Bodies = Pick<
  OperationRole,
  'envelope' | 'inItem' | 'requestEnvelope' | 'lookup' | 'paging' | 'order' | 'query'
>;

const listing: ReadonlySet<Role> = new Set(['list', 'search']);

/** The roles whose query selects records. */
const selecting: ReadonlySet<Role> = new Set([...listing, 'bulk-delete']);

/** Shape: `creations` are the operations that may create a record of the resource. */
export function inferBodies(
  facts: OperationFacts,
  candidate: ResourceCandidate | null,
  role: Role,
  creations: readonly OperationFacts[],
): Bodies {
  const { body, request, operation, path, success } = facts;
  const name = candidate?.name ?? path.name;
  const isListing = listing.has(role);
  const ofSelected = role === 'action' && candidate !== null && changesSelected(facts, candidate);
  const showsList = isListing || ofSelected || role === 'bulk-create' || role === 'bulk-delete';
  const list = body === null || !showsList ? null : findRecords(body, name);
  const schema = candidate?.schema ?? null;
  // Why not one in a list: the record above has all that are in it, and a body with the key is the record.
  const find = candidate?.entries === undefined && !showsKey(facts) ? findRecordOf : findRecord;
  // Why as an update: an action on a key returns the record with that, and no list of others.
  const shownAs = role === 'action' && path.isItem ? 'update' : role;
  const record = body === null || isListing || list !== null ? null : find(body, name, schema, shownAs);
  const item = schema ?? list?.item ?? null;
  const own = queryParameters(operation.parameters, item);
  const parameters =
    request !== null && (isListing ? operation.method === 'POST' : operation.method === 'DELETE')
      ? [...own, ...bodyParameters(request)]
      : own;
  const at = list?.envelope.value ?? '';
  const paging = isListing
    ? withPosition(inferPaging(parameters, success, at) ?? inferShownPaging(parameters, success, at), body)
    : null;
  const order = isListing ? statedOrder(operation.text) : null;
  const isUsed = paging !== null && paging.confidence >= LIKELY;
  const paged: ReadonlySet<string> = isUsed ? pagingParameters(paging.value) : new Set();
  const [onItem] = candidate?.onItem ?? [];
  const isView = path.isItem && candidate !== null && candidate.collection !== facts.collection;
  const lookup = isView && (isListing || role === 'read') ? lookupIn(facts, schema) : null;
  const key =
    onItem === undefined
      ? null
      : inferKey(name, onItem.path.keys, lastParameter(onItem), schema).value.property;
  // Why only of a GET: the parameters of others are also in their own bodies.
  const sent = creations.flatMap(({ request: body }) =>
    body === null || operation.method !== 'GET' ? [] : [findSentRecord(body, name, schema).item],
  );
  return {
    envelope: list?.envelope ?? (record === null ? null : envelopeOf(record, candidate)),
    ...(list?.inItem === undefined ? {} : { inItem: list.inItem }),
    ...(lookup === null ? {} : { lookup }),
    requestEnvelope: request === null ? null : findSentOf(request, name, schema, role).envelope,
    paging: isUsed ? paging : null,
    ...(order === null ? {} : { order }),
    query:
      selecting.has(role) || ofSelected || isCount(facts)
        ? parameters
            .filter((parameter) => parameter.in === 'query' && !paged.has(parameter.name))
            .map((parameter, _, all) =>
              withSent(
                withDirection(inferQuery(withListText(parameter, operation), item, key), all),
                parameter,
                sent,
              ),
            )
        : [],
  };
}
