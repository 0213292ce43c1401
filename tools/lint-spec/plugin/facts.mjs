/** Looks up facts for the rules by component. What the source states is compared with the contract by the trace. */
import { readFileSync } from 'node:fs';
import { readFacts } from '../../../conformance/agent-platform/read-facts.ts';

const facts = readFacts(readFileSync(new URL('../../../spec/facts.tsv', import.meta.url), 'utf8'));

/** Returns whether the source states that a field of a component is required. */
export function isRequiredField(component, name) {
  const input = component.replace(/(?:Create|Update)$/, 'Input');
  const subjects = [component, `event:${component}`, `shared:${component}`, input].map(
    (subject) => `${subject}.${name}`,
  );
  return facts.some(
    ({ kind, subject, details }) =>
      kind === 'field' &&
      subjects.includes(subject) &&
      ['yes', 'on create only'].includes(details.get('required') ?? ''),
  );
}
