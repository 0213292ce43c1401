/** Scenarios: list, read, edit and save them, and run one on an agent. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Scenario } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { messageOf, useLoaded } from '../live.ts';
import { linkTo } from '../route.ts';
import { Action, Show } from '../parts/common.tsx';
import { ScenarioHelp } from '../parts/scenario-help.tsx';

export function ScenariosView({ name }: { readonly name: string }): JSX.Element {
  const loaded = useLoaded(
    'scenarios',
    () => bodyOf(control.listScenarios()),
    (event) => event.type === 'world',
  );
  return (
    <>
      <h1>Scenarios</h1>
      <div class="columns detail">
        <Show loaded={loaded}>
          {({ scenarios }) => (
            <ul class="list">
              {scenarios.map((scenario) => (
                <li key={scenario.name}>
                  <a
                    href={linkTo('scenarios', scenario.name)}
                    aria-current={scenario.name === name ? 'true' : undefined}
                  >
                    {scenario.name}
                  </a>{' '}
                  <bdi class="quiet">{scenario.description}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Show>
        {name === '' ? (
          <p class="empty">
            Select a scenario to read and change it. To use it, send <code>Prefer: scenario=NAME</code>, or
            write <code>#scenario:NAME</code> in the last message.
          </p>
        ) : (
          <Editor key={name} name={name} reload={loaded.reload} />
        )}
      </div>
    </>
  );
}

function Editor({ name, reload }: { readonly name: string; readonly reload: () => void }): JSX.Element {
  const loaded = useLoaded(name, () => bodyOf(control.getScenario({ path: { name } })), null);
  return (
    <Show loaded={loaded}>{(scenario) => <Form name={name} scenario={scenario} reload={reload} />}</Show>
  );
}

function Form({
  name,
  scenario,
  reload,
}: {
  readonly name: string;
  readonly scenario: Scenario;
  readonly reload: () => void;
}): JSX.Element {
  const [text, setText] = useState(JSON.stringify(scenario, null, 2));
  const edited = readScenario(text);
  const save = async (): Promise<void> => {
    if (edited.scenario === null) throw new Error(edited.problem);
    const body = edited.scenario;
    await bodyOf(control.putScenario({ path: { name: body.name ?? name }, body }));
    reload();
  };
  const remove = async (): Promise<void> => {
    await bodyOf(control.deleteScenario({ path: { name } }));
    reload();
  };
  const insert = (step: object): void => {
    if (edited.scenario === null) return;
    const { steps } = edited.scenario;
    setText(
      JSON.stringify({ ...edited.scenario, steps: [...(Array.isArray(steps) ? steps : []), step] }, null, 2),
    );
  };
  return (
    <section aria-label={`Scenario ${name}`}>
      <label class="block">
        {name} as JSON; another name saves another scenario
        <textarea
          rows={24}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          spellcheck={false}
          aria-invalid={edited.scenario === null}
        />
      </label>
      {edited.scenario === null && (
        <p class="error" role="alert">
          {edited.problem}
        </p>
      )}
      <div class="bar">
        <Action kind="primary" run={save}>
          Save in this world
        </Action>
        <Action kind="danger" run={remove}>
          Remove from this world
        </Action>
        <a href={linkTo('start', '', { scenario: name })}>Run it</a>
      </div>
      <ScenarioHelp insert={insert} />
    </section>
  );
}

type Edited =
  | { readonly scenario: Scenario; readonly problem?: undefined }
  | { readonly scenario: null; readonly problem: string };

/** Reads the text of the editor. The rules of scenarios are checked by the mock when it is saved. */
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
