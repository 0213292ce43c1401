/** Bodies in forms that schemas do not show: lists in forms as `name[]`, and the operations of RFC 6902 on their own. */
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import type {
  BodyContentSpec,
  OperationSpec,
  PropertiesSpec,
} from '../../../templates/runtime/operation-spec.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';
import { isFields, mapValues } from '../fields.ts';

/** Returns an operation that also takes a body in these forms. */
export function withStatedBody(spec: OperationSpec, source: SourceOperation): OperationSpec {
  const content = spec.body?.content.map((each) => asPatch(withBrackets(each), source)) ?? [];
  if (spec.body == null || content.every((each, index) => each === spec.body?.content[index])) return spec;
  return { ...spec, body: { ...spec.body, content } };
}

/** Returns a form whose lists may also be sent as `name[]`. */
function withBrackets(content: BodyContentSpec): BodyContentSpec {
  const fields = content.form?.fields ?? {};
  const isPlain = ({ repeated, list, joined }: PropertiesSpec['fields'][string]): boolean =>
    repeated === true && list === undefined && joined === undefined;
  if (content.form === undefined || !Object.values(fields).some(isPlain)) return content;
  const ownFields = mapValues(fields, (field) =>
    isPlain(field) ? { ...field, list: 'brackets' as const } : field,
  );
  return { ...content, form: { ...content.form, fields: ownFields } };
}

/** Returns a body that may also be the list in it, where that has operations and the text is about patches in JSON. */
function asPatch(content: BodyContentSpec, { bodies, text }: SourceOperation): BodyContentSpec {
  const schema = bodies.find(({ mediaType }) => mediaType === content.mediaType)?.schema ?? null;
  if (content.check === null || !PATCHES.test(text) || !hasOperations(schema)) return content;
  return { ...content, check: orOperations(content.check) };
}

const PATCHES = /\bjson[ -]?patch|\brfc ?6902\b/i;

/** Returns whether a body is an object that has nothing but a list of operations. */
export function hasOperations(schema: SourceSchema | null): boolean {
  const [only, other] = [...(schema?.properties.values() ?? [])];
  return other === undefined && ['op', 'path'].every((name) => only?.items?.properties.has(name) === true);
}

function orOperations(own: SchemaCheck): SchemaCheck {
  const areOperations = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (each) => isFields(each) && [each['op'], each['path']].every((part) => typeof part === 'string'),
    );
  return {
    name: own.name,
    pointer: own.pointer,
    check: (value) => areOperations(value) || own.check(value),
    firstProblem: (value, prefix) => (areOperations(value) ? null : own.firstProblem(value, prefix)),
    explain: (value, prefix) => (areOperations(value) ? Promise.resolve([]) : own.explain(value, prefix)),
  };
}
