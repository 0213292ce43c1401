/** The editor of a scenario: checks it while it is written, and offers what the schema allows at the cursor. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Scenario } from '../../generated/control/types.ts';
import { bodyOf, CallError, control, reasonOf, type Problem } from '../api.ts';
import { containerAt, lineOf, offsetsIn, type JsonPath } from '../json-places.ts';
import { pointerOf, valueAt, withValue } from '../json-pointer.ts';
import { messageOf } from '../live.ts';
import { linkTo } from '../route.ts';
import { AllowedHere } from './allowed-here.tsx';
import { Action } from './common.tsx';
import { Confirmed } from './confirmed.tsx';
import { ScenarioHelp } from './scenario-help.tsx';

/** Units: milliseconds after the last key before the mock checks the scenario. */
const CHECK_AFTER = 250;

export function ScenarioEditor({
  name,
  scenario,
  isOfWorld,
  reload,
}: {
  readonly name: string;
  readonly scenario: Scenario;
  /** Whether it is stored in this world, and can be removed from it. */
  readonly isOfWorld: boolean;
  readonly reload: () => void;
}): JSX.Element {
  const [text, setText] = useState(JSON.stringify(scenario, null, 2));
  const [cursor, setCursor] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const inserted = useRef<JsonPath | null>(null);
  const edited = readScenario(text);
  const problems = useProblems(name, text);
  const save = async (): Promise<void> => {
    if (edited.scenario === null) throw new Error(edited.problem);
    await putScenario(name, edited.scenario, false);
    reload();
  };
  const remove = async (): Promise<void> => {
    await bodyOf(control.deleteScenario({ path: { name } }));
    reload();
  };
  const insert = (path: JsonPath, value: unknown): void => {
    if (edited.scenario === null) return;
    inserted.current = path;
    setText(JSON.stringify(withValue(edited.scenario, pointerOf(path), value), null, 2));
  };
  const insertStep = (step: object): void => {
    const steps = valueAt(edited.scenario ?? {}, '/steps');
    if (Array.isArray(steps)) insert(['steps', String(steps.length)], step);
    else insert(['steps'], [step]);
  };
  useLayoutEffect(() => {
    if (inserted.current !== null) select(field.current, text, inserted.current.join('.'));
    inserted.current = null;
  }, [text]);
  const look = (): void => setCursor(field.current?.selectionStart ?? 0);
  return (
    <section class="split" aria-label={`Scenario ${name}`}>
      <div>
        <label class="block">
          {name} as JSON; another name saves another scenario
          <textarea
            ref={field}
            rows={18}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              look();
            }}
            onSelect={look}
            onKeyUp={look}
            onClick={look}
            spellcheck={false}
            aria-invalid={problems.length > 0}
          />
        </label>
        <Problems problems={problems} text={text} show={(path) => select(field.current, text, path)} />
        <div class="bar">
          <Action kind="primary" run={save} disabled={problems.length > 0}>
            Save in this world
          </Action>
          <Confirmed
            question={`Remove the scenario ${name} from this world?`}
            run={remove}
            disabled={!isOfWorld}
          >
            Remove from this world
          </Confirmed>
          <a href={linkTo('start', '', { scenario: name })}>Run it</a>
        </div>
      </div>
      <div>
        <AllowedHere path={containerAt(text, cursor) ?? []} document={edited.scenario} insert={insert} />
        <ScenarioHelp insert={insertStep} />
      </div>
    </section>
  );
}

/** Lists the problems of a scenario; each leads to its line. */
function Problems({
  problems,
  text,
  show,
}: {
  readonly problems: readonly Problem[];
  readonly text: string;
  readonly show: (path: string) => void;
}): JSX.Element {
  return (
    <div role="status" aria-label="Problems">
      <ul class="list">
        {problems.map((problem, place) => (
          <li key={place} class="error">
            {problem.path !== undefined && (
              <button class="plain" onClick={() => show(problem.path ?? '')}>
                Line {lineOf(text, offsetOf(text, problem.path))}
              </button>
            )}{' '}
            {reasonOf(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the problems of the text: at once if it is not JSON, after a pause those that the mock finds. */
function useProblems(name: string, text: string): readonly Problem[] {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    const { scenario, problem } = readScenario(text);
    if (scenario === null) {
      setProblems([{ message: problem }]);
      return undefined;
    }
    let isOver = false;
    const show = (found: readonly Problem[]): void => {
      if (!isOver) setProblems(found);
    };
    const timer = setTimeout(() => {
      putScenario(name, scenario, true).then(
        () => show([]),
        (error: unknown) =>
          show(error instanceof CallError ? error.details : [{ message: messageOf(error) }]),
      );
    }, CHECK_AFTER);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return problems;
}

function putScenario(name: string, body: Scenario, dryRun: boolean): Promise<Scenario> {
  const saved = typeof body.name === 'string' && body.name !== '' ? body.name : name;
  return bodyOf(control.putScenario({ path: { name: saved }, query: { dryRun }, body }));
}

/** Returns the offset of a value, or of the innermost object around it that is there. */
function offsetOf(text: string, path: string): number {
  const offsets = offsetsIn(text);
  for (let steps = path.split('.'); steps.length > 0; steps = steps.slice(0, -1)) {
    const offset = offsets.get(steps.join('.'));
    if (offset !== undefined) return offset;
  }
  return 0;
}

/** Puts the cursor on the line of a value. */
function select(field: HTMLTextAreaElement | null, text: string, path: string): void {
  const start = offsetOf(text, path);
  const end = text.indexOf('\n', start);
  field?.setSelectionRange(start, end < 0 ? text.length : end);
  // Why: Chromium scrolls to the selection only when the field gets the focus.
  field?.blur();
  field?.focus();
}

type Edited =
  | { readonly scenario: Scenario; readonly problem?: undefined }
  | { readonly scenario: null; readonly problem: string };

function readScenario(text: string): Edited {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { scenario: value as Scenario }
      : { scenario: null, problem: 'A scenario is a JSON object.' };
  } catch (error) {
    return { scenario: null, problem: messageOf(error) };
  }
}
