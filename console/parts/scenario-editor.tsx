/** The editor of a scenario: checks it while it is written, and suggests what the schema allows at the cursor. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scenario } from '../../generated/control/types.ts';
import { bodyOf, CallError, control, reasonOf, type Problem } from '../api.ts';
import type { JsonPath } from '../json-pointer.ts';
import { usePlugin } from '../plugin.ts';
import {
  containerAt,
  lineOf,
  offsetOf,
  readScenarioText,
  withPart,
  writeScenario,
} from '../scenario-text.ts';
import type { ScenarioText } from '../scenario-text.ts';
import { AllowedHere } from './allowed-here.tsx';
import { Action } from './common.tsx';
import { Confirmed } from './confirmed.tsx';
import { ScenarioHelp } from './scenario-help.tsx';
import { messageOf } from '../../templates/runtime/json/value.ts';

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
  const [text, setText] = useState(() => writeScenario(scenario));
  const [cursor, setCursor] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const inserted = useRef<JsonPath | null>(null);
  const edited = useMemo(() => readScenarioText(text), [text]);
  const problems = useProblems(name, edited);
  const scenarios = usePlugin()?.scenarios;
  const save = async (): Promise<void> => {
    if (edited.scenario === null) return;
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
    setText(withPart(edited, path, value));
  };
  const insertStep = (step: object): void => {
    const steps: unknown = edited.scenario?.steps;
    if (Array.isArray(steps)) insert(['steps', String(steps.length)], step);
    else insert(['steps'], [step]);
  };
  useLayoutEffect(() => {
    if (inserted.current !== null) select(field.current, text, offsetOf(edited, inserted.current.join('.')));
    inserted.current = null;
  }, [text]);
  const look = (): void => setCursor(field.current?.selectionStart ?? 0);
  return (
    <section class="split" aria-label={`Scenario ${name}`}>
      <div>
        <label class="block">
          {name} as YAML or JSON; another name saves another scenario
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
        <Problems problems={problems} text={text} show={(offset) => select(field.current, text, offset)} />
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
          {scenarios !== undefined && <a href={scenarios.run(name)}>Run it</a>}
        </div>
      </div>
      <div>
        <AllowedHere path={containerAt(edited, cursor)} document={edited.scenario} insert={insert} />
        <ScenarioHelp insert={insertStep} />
      </div>
    </section>
  );
}

/** Lists the problems of a scenario with links to their lines. */
function Problems({
  problems,
  text,
  show,
}: {
  readonly problems: readonly PlacedProblem[];
  readonly text: string;
  readonly show: (offset: number) => void;
}): JSX.Element {
  return (
    <div role="status" aria-label="Problems">
      <ul class="list">
        {problems.map(({ message, offset }, place) => (
          <li key={place} class="error">
            {offset !== null && (
              <button class="plain" onClick={() => show(offset)}>
                Line {lineOf(text, offset)}
              </button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shape: `offset` is null for a problem without a place. Units: characters. */
interface PlacedProblem {
  readonly message: string;
  readonly offset: number | null;
}

/** Returns the problems of a text: immediately those of its syntax, after a pause those that the mock finds. */
function useProblems(name: string, edited: ScenarioText): readonly PlacedProblem[] {
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  useEffect(() => {
    const { scenario, problem } = edited;
    if (scenario === null) {
      setProblems(problem === null ? [] : [problem]);
      return undefined;
    }
    let isOver = false;
    const show = (problems: readonly PlacedProblem[]): void => {
      if (!isOver) setProblems(problems);
    };
    const place = (problem: Problem): PlacedProblem => ({
      message: reasonOf(problem),
      offset: problem.path === undefined ? null : offsetOf(edited, problem.path),
    });
    const timer = setTimeout(() => {
      putScenario(name, scenario, true).then(
        () => show([]),
        (error: unknown) =>
          show(
            error instanceof CallError
              ? error.details.map(place)
              : [{ message: messageOf(error), offset: null }],
          ),
      );
    }, CHECK_AFTER);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [edited]);
  return problems;
}

function putScenario(name: string, body: Scenario, dryRun: boolean): Promise<Scenario> {
  const saved = typeof body.name === 'string' && body.name !== '' ? body.name : name;
  return bodyOf(control.putScenario({ path: { name: saved }, query: { dryRun }, body }));
}

/** Selects the rest of the line at an offset. */
function select(field: HTMLTextAreaElement | null, text: string, start: number): void {
  const end = text.indexOf('\n', start);
  field?.setSelectionRange(start, end < 0 ? text.length : end);
  // Why: Chromium scrolls to the selection only when the field gets the focus.
  field?.blur();
  field?.focus();
}
