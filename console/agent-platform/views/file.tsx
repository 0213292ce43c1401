/** An execution from a file; the mock is not called. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { logOf, type EventLog } from '../execution-events.ts';
import type { ExecutionDetail } from '../../../generated/control-agent-platform/types.ts';
import { ExecutionFacts } from '../execution/execution-facts.tsx';
import type { TimedEvent } from '../timed-event.ts';
import { ExecutionBody } from './execution.tsx';
import { messageOf } from '../../../templates/runtime/json/value.ts';

interface SavedExecution {
  readonly name: string;
  readonly execution: ExecutionDetail;
  readonly log: EventLog;
}

export function FileView(): JSX.Element {
  const [saved, setSaved] = useState<SavedExecution | null>(null);
  const [error, setError] = useState<string | null>(null);
  const open = (file: File | undefined): void => {
    if (file === undefined) return;
    file
      .text()
      .then((text) => {
        setSaved(readSaved(file.name, JSON.parse(text)));
        setError(null);
      })
      .catch((problem: unknown) => setError(messageOf(problem)));
  };
  return (
    <>
      <h1>A saved execution</h1>
      <p class="bar">
        <label>
          File
          <input
            type="file"
            accept="application/json,.json"
            onChange={(event) => open(event.currentTarget.files?.[0])}
          />
        </label>
      </p>
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {saved === null ? (
        <p class="empty">Open a file that was saved with “Save as file” on the page of an execution.</p>
      ) : (
        <>
          <h2>
            Execution <span class="mono">{saved.execution.id}</span>
          </h2>
          <ExecutionFacts
            execution={saved.execution}
            loaded={saved.log.events.length}
            scenario={saved.execution.scenario}
          />
          <ExecutionBody log={saved.log} record={saved.execution} now={saved.log.events.at(-1)?.at ?? ''} />
        </>
      )}
    </>
  );
}

/** Errors: throws for a file with another content. */
function readSaved(name: string, value: unknown): SavedExecution {
  const { execution, events } = Object(value) as { readonly execution?: unknown; readonly events?: unknown };
  if (!isExecution(execution) || !Array.isArray(events) || !events.every(isTimed))
    throw new Error(`${name} has no execution: it needs the properties execution and events.`);
  return { name, execution, log: logOf(events) };
}

/** Returns whether a value has the properties of an execution that the page shows. */
function isExecution(value: unknown): value is ExecutionDetail {
  const { id, status, scenario, startedAt, durationMs, error } = propertiesOf(value);
  const texts = [id, status, scenario, startedAt, error == null ? '' : propertiesOf(error)['message']];
  return texts.every((text) => typeof text === 'string') && typeof durationMs === 'number';
}

function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

function isTimed(value: unknown): value is TimedEvent {
  const { seq, at, event } = Object(value) as Readonly<Record<string, unknown>>;
  const type: unknown =
    typeof event === 'object' && event !== null && 'type' in event ? event.type : undefined;
  return typeof seq === 'number' && typeof at === 'string' && typeof type === 'string';
}
