/** Looks up facts for the rules, by operation or by component. */
import { readFileSync } from 'node:fs';
import { knownSections, readFacts } from '../../trace/contract/read-facts.ts';

const facts = readFacts(readFileSync(new URL('../../../spec/facts.tsv', import.meta.url), 'utf8'));
const ids = new Set(facts.map(({ id }) => id));
const sections = knownSections(facts);

/** Returns whether an id is that of a fact. */
export function isFact(id) {
  return ids.has(id);
}

/** Returns whether an id is that of a fact or of a section. */
export function isSource(id) {
  return ids.has(id) || sections.has(id);
}

const statusSets = new Map(
  facts
    .filter(({ kind, subject }) => kind === 'status' && subject.endsWith('#*'))
    .map(({ subject, details }) => [subject.slice(0, -2), details.get('set')?.split(',') ?? []]),
);

/**
 * Returns the stated statuses of `METHOD path`; empty when they are not shown, `undefined` when the source has no such
 * operation.
 */
export function statedStatuses(operation) {
  return statusSets.get(operation);
}

/** Returns the query parameters of `METHOD path` that the source types as strings. */
export function stringQueries(operation) {
  const prefix = `${operation}?query.`;
  return facts
    .filter(({ kind, subject }) => kind === 'field' && subject.startsWith(prefix))
    .filter(({ details }) => ['string', 'date filter'].includes(details.get('type') ?? ''))
    .map(({ subject }) => subject.slice(prefix.length));
}

/** Returns the permissions of the table and those of a pre-claim key. */
export function statedScopes() {
  return facts
    .filter(({ kind, subject }) => kind === 'scope' && !subject.startsWith('preclaim-excludes:'))
    .map(({ subject }) => subject.replace(/^preclaim:/, ''));
}

/** Returns the types of the stream events, in the order of the source. */
export function statedEvents() {
  return facts
    .filter(({ kind, subject }) => kind === 'event' && subject.startsWith('event:'))
    .map(({ subject }) => subject.slice('event:'.length));
}

/** Returns the subjects under which the inventory may speak of a component. */
function subjectsOf(component) {
  const input = component.replace(/(?:Create|Update)$/, 'Input');
  return [component, `event:${component}`, `shared:${component}`, input];
}

/**
 * Returns the stated values of an enum, in order, for a component and a path in it such as `attempts[].type`; empty
 * when there are none.
 */
export function statedValues(component, path) {
  const subjects = subjectsOf(component).map((subject) => (path === '' ? subject : `${subject}.${path}`));
  return facts
    .filter(({ kind, subject }) => kind === 'enum' && subjects.includes(subject))
    .map(({ details }) => details.get('value') ?? '');
}

/** Returns whether the source states a field of a component, and with `required` whether it states it as required. */
export function isStatedField(component, name, required = false) {
  const subjects = subjectsOf(component).map((subject) => `${subject}.${name}`);
  return facts.some(
    ({ kind, subject, details }) =>
      kind === 'field' &&
      subjects.includes(subject) &&
      (!required || ['yes', 'on create only'].includes(details.get('required') ?? '')),
  );
}
