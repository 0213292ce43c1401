/**
 * A form for a JSON value according to its schema: fields for objects of plain values, a text field with JSON for
 * everything else.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pointerOf } from '../json-pointer.ts';
import { ActionForm } from './common.tsx';
import { splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import { textOf } from './columns.ts';

/** The part of JSON Schema that the form understands. */
interface FieldSchema {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
}

interface Field {
  /** The JSON Pointer of the value. */
  readonly pointer: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly title: string;
  readonly hint: string;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

/** Shows the form; `send` gets the value. */
export function SchemaForm({
  schema,
  initial,
  label,
  send,
}: {
  readonly schema: unknown;
  readonly initial: unknown;
  readonly label: string;
  readonly send: (value: unknown) => Promise<unknown>;
}): JSX.Element {
  const fields = fieldsOf(schema);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries((fields ?? []).map(({ pointer }) => [pointer, textOf(valueAt(initial, pointer))])),
  );
  const [text, setText] = useState(JSON.stringify(initial ?? {}, null, 2));
  const run = (): Promise<unknown> => send(fields === null ? JSON.parse(text) : readFields(fields, values));
  return (
    <ActionForm run={run} label={label}>
      {fields === null ? (
        <label>
          JSON
          <textarea cols={60} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      ) : (
        fields.map((field) => (
          <Input
            key={field.pointer}
            field={field}
            value={values[field.pointer] ?? ''}
            set={(value) => setValues({ ...values, [field.pointer]: value })}
          />
        ))
      )}
    </ActionForm>
  );
}

function Input({
  field,
  value,
  set,
}: {
  readonly field: Field;
  readonly value: string;
  readonly set: (value: string) => void;
}): JSX.Element {
  const { kind, title, hint, choices, isRequired } = field;
  if (kind === 'boolean' || kind === 'choice')
    return (
      <label title={hint}>
        {title}
        <select value={value} required={isRequired} onChange={(event) => set(event.currentTarget.value)}>
          {!isRequired && <option value="" />}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label title={hint}>
      {title}
      <input
        value={value}
        required={isRequired}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

/** Returns the fields of an object whose properties are plain values or such objects; `null` for other schemas. */
function fieldsOf(schema: unknown, path: readonly string[] = []): readonly Field[] | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const { type, properties, required } = schema as Readonly<Record<string, unknown>>;
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return null;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, field]) => {
    const inner = [...path, name];
    const single = fieldOf(pointerOf(inner), name, field as FieldSchema, names.includes(name));
    return single === null ? fieldsOf(field, inner) : [single];
  });
  return fields.length > 0 && fields.every((list) => list !== null) ? fields.flat() : null;
}

function fieldOf(
  pointer: string,
  name: string,
  { type, title, description, enum: values }: FieldSchema,
  isRequired: boolean,
): Field | null {
  const common = { pointer, title: textOf(title) || name, hint: textOf(description), isRequired };
  if (Array.isArray(values)) return { ...common, kind: 'choice', choices: values.map(textOf) };
  if (type === 'boolean') return { ...common, kind: 'boolean', choices: ['true', 'false'] };
  if (type === 'string') return { ...common, kind: 'text', choices: [] };
  return type === 'number' || type === 'integer' ? { ...common, kind: 'number', choices: [] } : null;
}

/** Returns the value of the fields. Shape: objects without any value are absent. */
function readFields(fields: readonly Field[], values: Readonly<Record<string, string>>): object {
  const value = emptyObject();
  for (const { pointer, kind } of fields) {
    const text = values[pointer] ?? '';
    if (text === '') continue;
    const steps = splitPointer(pointer);
    const last = steps.pop() ?? '';
    const parent = steps.reduce<Record<string, unknown>>(
      (object, step) => (object[step] ??= emptyObject()) as Record<string, unknown>,
      value,
    );
    parent[last] = kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text;
  }
  return value;
}

/** Returns an object in which every name is an ordinary property, `__proto__` too. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
