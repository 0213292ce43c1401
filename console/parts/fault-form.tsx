/** The form of a fault: the calls that it matches, and what it does to them. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FaultRequest } from '../../generated/control/types.ts';
import { ActionForm } from './common.tsx';
import { useOperations, type OptionList } from './service-options.tsx';

interface FaultField {
  readonly name: string;
  readonly title: string;
  readonly read: (fault: FaultRequest) => string | number | undefined;
  readonly write: (text: string) => FaultRequest;
  /** Units: the range of a number; absent for texts. */
  readonly range?: readonly [least: number, most?: number, step?: number];
  readonly options?: OptionList;
  readonly hint?: string;
  readonly isLong?: true;
}

const matches: readonly FaultField[] = [
  {
    name: 'operationId',
    title: 'Operation',
    read: ({ operationId }) => operationId,
    write: (operationId) => ({ operationId }),
    options: 'service-operations',
    isLong: true,
    hint: 'all',
  },
  {
    name: 'method',
    title: 'Method',
    read: ({ method }) => method,
    write: (method) => ({ method }),
    options: 'service-methods',
    hint: 'all',
  },
  {
    name: 'times',
    title: 'Times',
    read: ({ times }) => times,
    write: (text) => ({ times: Number(text) }),
    range: [1],
    hint: 'no limit',
  },
  {
    name: 'path',
    title: 'Path',
    read: ({ path }) => path,
    write: (path) => ({ path }),
    options: 'service-paths',
    isLong: true,
    hint: 'all',
  },
  {
    name: 'probability',
    title: 'Probability',
    read: ({ probability }) => probability,
    write: (text) => ({ probability: Number(text) }),
    range: [0, 1, 0.05],
    hint: '1',
  },
];

const effects: readonly FaultField[] = [
  {
    name: 'status',
    title: 'Status',
    read: ({ status }) => status,
    write: (text) => ({ status: Number(text) }),
    range: [200, 599],
    options: 'service-errors',
    hint: '500',
  },
  {
    name: 'latencyMs',
    title: 'Latency, ms',
    read: ({ latencyMs }) => latencyMs,
    write: (text) => ({ latencyMs: Number(text) }),
    range: [0],
    hint: '0',
  },
  {
    name: 'cut',
    title: 'Cut after',
    read: ({ cut }) => cut?.afterEvents,
    write: (text) => ({ cut: { afterEvents: Number(text) } }),
    range: [0],
    hint: 'events',
  },
  {
    name: 'corrupt',
    title: 'Corrupt event',
    read: ({ corrupt }) => corrupt?.atEvent,
    write: (text) => ({ corrupt: { atEvent: Number(text) } }),
    range: [1],
    hint: 'none',
  },
  {
    name: 'code',
    title: 'Code',
    read: ({ code }) => code,
    write: (code) => ({ code }),
    isLong: true,
    hint: 'none',
  },
];

/** Shows the form. Shape: without `initial` it is for a new fault, and empty again once that is saved. */
export function FaultForm({
  label,
  initial,
  save,
}: {
  readonly label: string;
  readonly initial?: FaultRequest;
  readonly save: (fault: FaultRequest) => Promise<unknown>;
}): JSX.Element {
  const fields = [...matches, ...effects];
  const textsOf = (fault: FaultRequest): Readonly<Record<string, string>> =>
    Object.fromEntries(fields.map(({ name, read }) => [name, String(read(fault) ?? '')]));
  const [values, setValues] = useState(textsOf(initial ?? {}));
  const [headers, setHeaders] = useState(textOfHeaders(initial?.headers));
  const read = (): FaultRequest =>
    Object.assign(
      {},
      ...fields.map(({ name, write }) => {
        const text = values[name]?.trim() ?? '';
        return text === '' ? {} : write(text);
      }),
      headers.trim() === '' ? {} : { headers: readHeaders(headers) },
    ) as FaultRequest;
  const submit = async (): Promise<void> => {
    await save(read());
    if (initial !== undefined) return;
    setValues(textsOf({}));
    setHeaders('');
  };
  const inputs = (list: readonly FaultField[]): readonly JSX.Element[] =>
    list.map((field) => (
      <Input
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        set={(value) => setValues({ ...values, [field.name]: value })}
      />
    ));
  return (
    <ActionForm run={submit} label={label} layout="fields">
      <fieldset>
        <legend>Calls</legend>
        {inputs(matches)}
      </fieldset>
      <fieldset>
        <legend>Effect</legend>
        {inputs(effects)}
        <label class="long">
          Headers
          <textarea
            class="short"
            rows={1}
            value={headers}
            placeholder="Retry-After: 30"
            onInput={(event) => setHeaders(event.currentTarget.value)}
          />
        </label>
      </fieldset>
      <Undeclared values={values} />
    </ActionForm>
  );
}

/** Warns that the chosen operation does not declare the chosen status. */
function Undeclared({ values }: { readonly values: Readonly<Record<string, string>> }): JSX.Element | null {
  const { operationId = '', status = '' } = values;
  const operation = useOperations().find(({ id }) => id === operationId.trim());
  if (operation === undefined || status.trim() === '' || operation.statuses.includes(Number(status)))
    return null;
  return (
    <p role="status">
      {operation.id} declares no status {status}, only {operation.statuses.join(', ')}. Clients may not expect
      it.
    </p>
  );
}

function Input({
  field: { name, title, range, options, hint, isLong },
  value,
  set,
}: {
  readonly field: FaultField;
  readonly value: string;
  readonly set: (value: string) => void;
}): JSX.Element {
  const [min, max, step = 1] = range ?? [];
  return (
    <label class={isLong === true ? 'long' : ''}>
      {title}
      <input
        name={name}
        {...(range !== undefined && { type: 'number', min, max, step })}
        list={options}
        placeholder={hint}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

function textOfHeaders(headers: FaultRequest['headers'] = {}): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Errors: throws for a line without a colon. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(`The header "${line.trim()}" needs a colon: Retry-After: 30`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    }),
  );
}
