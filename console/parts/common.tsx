/** Small parts that several views use. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Loaded } from '../live.ts';
import { shorten } from '../format.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** Shows loaded data, the error, or that it is still being loaded. */
export function Show<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  if (loaded.error !== null)
    return (
      <p class="error" role="alert">
        {loaded.error}{' '}
        <button type="button" onClick={loaded.reload}>
          Try again
        </button>
      </p>
    );
  return loaded.data === null ? <p class="loading">Loading…</p> : <>{children(loaded.data)}</>;
}

/** Shows a status in the colour of its kind; the kind is the status itself unless another one is given. */
export function Status({
  value,
  kind = String(value),
}: {
  readonly value: string | number;
  readonly kind?: string;
}): JSX.Element {
  return <span class={`status s-${kind.replace(/[^a-z0-9]/gi, '-')}`}>{value}</span>;
}

/** The maximum length of a text that is shown in full. Units: characters. */
const LONGEST = 20_000;

/** Shows a value as formatted JSON; a long one in part, with a button for the rest. */
export function Json({ value, label }: { readonly value: unknown; readonly label?: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = isWhole || text.length <= LONGEST ? text : shorten(text, LONGEST);
  return (
    <>
      <pre class="json" tabIndex={0} aria-label={label ?? 'JSON'}>
        <bdi>{shown}</bdi>
      </pre>
      {shown.length < text.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </>
  );
}

/** A button that copies a text and confirms it. */
export function Copy({
  text,
  label,
}: {
  readonly text: () => string | Promise<string>;
  readonly label: string;
}): JSX.Element {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = (): void => {
    Promise.resolve(text())
      .then((copied) => navigator.clipboard.writeText(copied))
      .then(() => setState('copied'))
      .catch(() => setState('failed'))
      .finally(() => setTimeout(() => setState('idle'), 1_500));
  };
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Could not copy'}
    </button>
  );
}

/** Returns a function that starts an action, whether it runs, and its error. */
function useAction(run: () => Promise<unknown>) {
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({
    isBusy: false,
    error: null,
  });
  const start = (): void => {
    setState({ isBusy: true, error: null });
    // Why a new promise: an action may also throw before it waits for anything.
    new Promise((resolve) => resolve(run())).then(
      () => setState({ isBusy: false, error: null }),
      (error: unknown) => setState({ isBusy: false, error: messageOf(error) }),
    );
  };
  return { ...state, start };
}

function ActionError({ error }: { readonly error: string | null }): JSX.Element | null {
  return error === null ? null : (
    <span class="error" role="alert">
      {error}
    </span>
  );
}

/** Shows a count beside a title; nothing for zero. */
export function Badge({
  count,
  what,
}: {
  readonly count: number;
  readonly what: string;
}): JSX.Element | null {
  return count === 0 ? null : (
    <span class="badge" role="img" aria-label={`${count} ${what}`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}

type ButtonKind = 'normal' | 'primary' | 'danger';

/** A button that runs an action and shows its error. */
export function Action({
  run,
  children,
  label,
  kind = 'normal',
  disabled = false,
}: {
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
  /** The name for assistive technology, if the text alone is not unique. */
  readonly label?: string;
  readonly kind?: ButtonKind;
  readonly disabled?: boolean;
}): JSX.Element {
  const { start, isBusy, error } = useAction(run);
  return (
    <>
      <button type="button" class={kind} aria-label={label} onClick={start} disabled={disabled || isBusy}>
        {children}
      </button>
      <ActionError error={error} />
    </>
  );
}

/** A form that runs an action when it is submitted, with its button or with Enter in a field, and shows its error. */
export function ActionForm({
  run,
  label,
  children,
  kind = 'primary',
  layout = 'bar',
}: {
  readonly run: () => Promise<unknown>;
  /** The text of the button. */
  readonly label: string;
  readonly children: ComponentChildren;
  readonly kind?: ButtonKind;
  readonly layout?: 'bar' | 'fields';
}): JSX.Element {
  const { start, isBusy, error } = useAction(run);
  return (
    <form
      class={layout}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) start();
      }}
    >
      {children}
      <button type="submit" class={kind} disabled={isBusy}>
        {label}
      </button>
      <ActionError error={error} />
    </form>
  );
}

/** The filters of a list. They apply while typing; Enter changes nothing else. */
export function Filters({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <form class="bar" role="search" onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

/** A choice in a form. Why its label is next to it: the text of an enclosing label would include all options. */
export function Choice({
  label,
  value,
  options,
  set,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly set: (value: string) => void;
}): JSX.Element {
  const id = useId();
  return (
    <span class="choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {options.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Explains how to fill an empty view. */
export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

/** Saves a text as a file of the user. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
