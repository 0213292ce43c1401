/** Infers the resources of a description, and what each operation does with them. */
import { findResources, type ResourceCandidates } from '../candidates/find-resources.ts';
import { inferBodies } from './infer-bodies.ts';
import type { CandidateMatch, ResourceCandidate } from '../resource-candidate.ts';
import {
  withNamedParents,
  type Inference,
  type OperationRole,
  type ResourceGraph,
  type Role,
} from '../graph.ts';
import { keysFromLinks, readFacts, type OperationFacts } from '../operation-facts.ts';
import { statedDeletions } from '../records/stated-deletions.ts';
import { statedErrors } from '../records/stated-errors.ts';
import { isVersion, parentOf } from '../path-shape.ts';
import { findReferences } from './named-references.ts';
import { inferRole } from './infer-role.ts';
import { withCounts } from './record-counts.ts';
import { inRestForm, restFormsOf } from './rest-forms.ts';
import type { ResourceSource } from '../source.ts';
import { statedEffect } from '../records/stated-effect.ts';
import { toResource } from './to-resource.ts';
import { isLog, recordName } from '../words.ts';

export function inferResources({ operations }: Pick<ResourceSource, 'operations'>): ResourceGraph {
  const forms = restFormsOf(operations);
  const all = operations.map((operation) => readFacts(inRestForm(operation, forms.get(operation.id))));
  const resources = findResources(all);
  const { candidates } = resources;
  const names = nameResources(candidates);
  const linked = keysFromLinks(all);
  const namesBelow = ({ template }: OperationFacts, own: ResourceCandidate | null): readonly string[] =>
    all.flatMap((each) => {
      const below = each.template.startsWith(`${template}/`) ? resources.find(each) : null;
      const name = below === null || below.candidate === own ? undefined : names.get(below.candidate);
      return name ?? [];
    });
  const roles = all.map((facts): OperationRole => {
    const own = resources.find(facts);
    const match = own ?? actedOn(facts, resources);
    const candidate = match?.candidate ?? null;
    const creates = own === null ? [] : resources.createsOf(own.candidate);
    const kind = (candidate === null ? undefined : names.get(candidate))?.split('/').at(-1) ?? '';
    const role = inferRole(facts, { own: own?.candidate ?? null, acted: candidate, creates });
    return {
      id: facts.operation.id,
      role: withReason(forms.has(facts.operation.id) ? likely(role) : role, match),
      resource: candidate === null ? null : (names.get(candidate) ?? null),
      ...inferBodies(facts, candidate, role.value, creates),
      ...statedErrors(facts.operation, candidate?.schema ?? null, kind),
      ...(role.value === 'action' ? statedEffect(facts.operation, candidate?.schema ?? null) : {}),
      ...(role.value === 'delete'
        ? statedDeletions(facts.operation, [...names.values()], () => namesBelow(facts, candidate))
        : {}),
    };
  });
  const created = Map.groupBy(
    roles.flatMap(({ role, resource }, at) =>
      creating.has(role.value) ? [{ resource, facts: all[at] }] : [],
    ),
    ({ resource }) => resource,
  );
  const inferred = candidates.map((candidate) => {
    const byRole = created.get(names.get(candidate) ?? null)?.flatMap(({ facts }) => facts ?? []) ?? [];
    const creations = [...new Set([...resources.createsOf(candidate), ...byRole])];
    const resource = toResource(candidate, names, resources, { linked, creations });
    return resource.kind === 'feed' && created.has(resource.name)
      ? ({ ...resource, kind: 'collection' } as const)
      : resource;
  });
  const counted = withCounts(
    inferred.map((resource, at) => ({ resource, schema: candidates[at]?.schema ?? null })),
  );
  const referencesOf = findReferences(counted);
  const referring = roles.map((role, at): OperationRole => {
    const operation = operations[at];
    const references = operation === undefined ? [] : referencesOf(operation, role);
    return references.length === 0 ? role : { ...role, references };
  });
  return { resources: withNamedParents(counted), operations: referring };
}

/** Returns an inference that no law relies on. Why: checks call the paths as described. */
function likely(role: Inference<Role>): Inference<Role> {
  return { ...role, confidence: Math.min(role.confidence, 0.8) };
}

/** The roles after which a resource has records that clients created. */
const creating: ReadonlySet<Role> = new Set(['create', 'bulk-create', 'upsert', 'copy']);

/** Adds the evidence for the resource of an operation; an inference is only as certain as its least certain part. */
function withReason(role: Inference<Role>, match: CandidateMatch | null): Inference<Role> {
  if (match === null) return role;
  return {
    ...role,
    confidence: Math.min(role.confidence, match.confidence),
    evidence: [...role.evidence, { text: match.reason, pointer: null }],
  };
}

/** Returns the resource that an action is about: that of the path in front of it. */
function actedOn({ path, template }: OperationFacts, resources: ResourceCandidates): CandidateMatch | null {
  let inFront = path.verb === null ? parentOf(template) : template;
  let match = resources.at(inFront);
  // Why: what is done to a record is often listed where it is done, as at `/servers/{id}/actions`.
  const isListed = match !== null && match.candidate.item !== inFront && isLog(match.candidate.name);
  if (isListed && parentOf(inFront).endsWith('{}')) {
    inFront = parentOf(inFront);
    match = resources.at(inFront);
  }
  const isDirect = match !== null;
  while (match === null && inFront !== '' && !inFront.endsWith('{}')) {
    inFront = parentOf(inFront);
    match = resources.at(inFront);
  }
  if (match === null) {
    const outer = resources.at(parentOf(inFront));
    if (!inFront.endsWith('{}') || outer?.candidate.kind !== 'collection' || outer.candidate.item !== null)
      return null;
    match = outer;
  }
  const { candidate } = match;
  const [below] = candidate.item === inFront ? candidate.onItem : candidate.onCollection;
  const reason = `it is below ${below?.operation.path ?? inFront}`;
  return { candidate, confidence: isDirect ? 0.95 : 0.8, reason };
}

/** Names each resource by its last segment, with as many segments in front as make the name unique. */
function nameResources(candidates: readonly ResourceCandidate[]): ReadonlyMap<ResourceCandidate, string> {
  const names = new Map<ResourceCandidate, string>();
  const taken = new Set<string>();
  const count = Map.groupBy(candidates, ({ name }) => name);
  const ordered = candidates.toSorted((one, other) => one.collection.length - other.collection.length);
  for (const candidate of ordered) {
    const fixed = candidate.collection
      .split('/')
      .filter((segment) => segment !== '' && !segment.includes('{') && !isVersion(segment));
    const isOnly = (count.get(candidate.name)?.length ?? 0) === 1;
    let length = 1;
    const isRoot = fixed.length === 0 && candidate.item !== null;
    let name = isRoot ? recordName(candidate.schema?.name ?? 'record') : fixed.slice(-length).join('/');
    while (taken.has(name) && length < fixed.length && !isOnly) name = fixed.slice(-++length).join('/');
    if (taken.has(name)) name = candidate.collection;
    taken.add(name);
    names.set(candidate, name);
  }
  return names;
}
