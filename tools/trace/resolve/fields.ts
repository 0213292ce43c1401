/** Facts about request bodies and about the fields of objects. */
import { isObject, nodeAt } from '../contract/document.ts';
import { findOperation, requestSchema } from '../contract/operations.ts';
import type { Fact } from '../../../contract/contract.ts';
import type { Property } from '../contract/schema.ts';
import { fails, holds, holdsAll, type Resolution, type ResolveContext } from './resolution.ts';
import { readSubject, walkSteps, type SubjectRoot } from './subject-schema.ts';
import { checkType } from './types.ts';

/** Resolves `METHOD path#body`: the operation takes a JSON body as stated. */
export function resolveBody(match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const key = match.groups?.['operation'] ?? '';
  const operation = findOperation(context.contract.openapi, key);
  if (operation === null) return fails(`${key} is not in the contract`);
  const schema = requestSchema(operation);
  if (schema === null) return fails('takes no JSON body', operation.node.pointer);
  const body = nodeAt(context.contract.openapi.value, `${operation.node.pointer}/requestBody`);
  const required = isObject(body) && body['required'] === true;
  const stated = fact.details.get('required');
  if (stated !== 'unstated' && required !== (stated === 'yes'))
    return fails(`the body is ${required ? '' : 'not '}required`, operation.node.pointer);
  const problem = checkType(schema, schema.value, fact, null);
  return problem === null ? holds([schema.pointer]) : fails(`the body ${problem}`, schema.pointer);
}

/** Resolves `Schema.field`, and every other subject that names a property: it exists as stated. */
export function resolveProperty(_match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const subject = readSubject(context.contract, fact.subject);
  if (subject === null) return fails(`no resolver knows the subject form ${fact.subject}`);
  if (subject.roots.length === 0)
    return fails(`the schema that ${fact.subject} starts from is not in the contract`);
  return holdsAll(subject.roots.map((root) => resolveIn(root, subject.steps, fact)));
}

function resolveIn(root: SubjectRoot, steps: readonly string[], fact: Fact): Resolution {
  const name = steps.join('.');
  const properties = walkSteps(root.schema, steps);
  const excluded = fact.details.get('note') === 'create only' && root.form === 'update';
  if (excluded)
    return properties.length === 0
      ? holds([])
      : fails(`${name} is accepted on create only`, root.schema.pointer);
  if (properties.length === 0) return fails(`has no property ${name}`, root.schema.pointer);
  const problems = properties
    .map((property) => checkProperty(property, root, fact))
    .filter((problem) => problem !== null);
  const [problem] = problems;
  if (problem !== undefined) return fails(`${name} ${problem}`, properties[0]?.pointer ?? null);
  const pointers = properties.map(({ pointer }) => pointer);
  return holds(pointers, pointers);
}

function checkProperty(property: Property, root: SubjectRoot, fact: Fact): string | null {
  if (property.schema === null) return 'is a reference that cannot be resolved';
  const required = isStated(fact.details.get('required'), root);
  if (required !== null && required !== property.required)
    return required ? 'is required, but not in the schema' : 'is optional, and the schema requires it';
  const onCreate = /^default on create = (\w+)$/.exec(fact.details.get('note') ?? '')?.[1];
  if (
    onCreate !== undefined &&
    property.schema.value['default'] !== (root.form === 'update' ? undefined : onCreate)
  )
    return `has the default ${onCreate} when it is created, and only then`;
  const declared = nodeAt(root.schema.root, property.pointer);
  return checkType(property.schema, declared ?? null, fact, isStated(fact.details.get('nullable'), root));
}

/** Reads a yes or no of the inventory, for one form of a resource; `null` when it states neither. */
function isStated(value: string | undefined, root: SubjectRoot): boolean | null {
  if (value === 'yes' || value === 'no') return value === 'yes';
  if (value === 'on create only') return root.form === 'create';
  if (value === 'on update only') return root.form === 'update';
  return null;
}
