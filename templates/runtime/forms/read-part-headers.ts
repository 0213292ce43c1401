/** Reads the declared headers of the parts of a multipart form. */
import type { BodyContentSpec, PartHeaderSpec } from '../operation-spec.ts';
import { readField, type FieldReading } from '../read-fields.ts';
import type { FormPart } from './parse-multipart.ts';

/** The values of the declared headers of a part, by name as documented; or an error. */
export type PartHeaders =
  | { readonly declared: Readonly<Record<string, unknown>> }
  | Extract<FieldReading, { readonly kind: 'error' }>;

/** Reads and validates the declared headers of a part. Errors: returned. */
export function readPartHeaders(part: FormPart, parts: NonNullable<BodyContentSpec['parts']>): PartHeaders {
  const spec = Object.hasOwn(parts, part.name) ? parts[part.name] : undefined;
  const declared: [string, unknown][] = [];
  for (const header of spec?.headers ?? []) {
    const reading = readPartHeader(part, header);
    if (reading.kind === 'error') return reading;
    if (reading.kind === 'value') declared.push([header.name, reading.value]);
  }
  return { declared: Object.fromEntries(declared) };
}

function readPartHeader({ name: part, headers }: FormPart, spec: PartHeaderSpec): FieldReading {
  const { name, required, kind, check } = spec;
  const text = headers.get(name.toLowerCase());
  if (text === undefined) {
    return required === true
      ? { kind: 'error', path: part, code: 'MISSING_REQUIRED_FIELD', detail: `lacks the header ${name}` }
      : { kind: 'absent' };
  }
  const reading = readField(name, { kind }, new Map([[name, [text]]]), name);
  if (reading.kind === 'error')
    return { ...reading, path: part, detail: `has a header ${name} that ${reading.detail}` };
  if (reading.kind === 'absent' || check.check(reading.value)) return reading;
  const problem = check.firstProblem(reading.value, name);
  const detail = problem?.message.slice(name.length + 1) ?? 'does not fit its schema';
  return {
    kind: 'error',
    path: part,
    code: problem?.code ?? 'INVALID_VALUE',
    detail: `has a header ${name} that ${detail}`,
  };
}
