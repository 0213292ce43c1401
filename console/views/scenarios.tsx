/** Scenarios: list, read, edit and save them. */
import type { JSX } from 'preact';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { linkTo } from '../route.ts';
import { Empty, Show } from '../parts/common.tsx';
import { usePlugin } from '../plugin.ts';

export function ScenariosView({ name }: { readonly name: string }): JSX.Element {
  const loaded = useLoaded(
    'scenarios',
    () => bodyOf(control.listScenarios()),
    (event) => event.type === 'world',
  );
  const hint = usePlugin()?.scenarios.hint;
  return (
    <>
      <h1>Scenarios</h1>
      {name !== '' && (
        <p class="path only-narrow">
          <a href={linkTo('scenarios')}>All scenarios</a>
        </p>
      )}
      <div class={name === '' ? 'columns detail' : 'columns detail chosen'}>
        <Show loaded={loaded}>
          {({ scenarios }) =>
            scenarios.length === 0 ? (
              <Empty>This API has no scenarios.</Empty>
            ) : (
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
            )
          }
        </Show>
        {name === '' ? (
          loaded.data?.scenarios.length !== 0 && (
            <p class="empty">Select a scenario to read and change it. {hint}</p>
          )
        ) : (
          <Editor
            key={name}
            name={name}
            isOfWorld={
              loaded.data?.scenarios.some((one) => one.name === name && one.source === 'world') === true
            }
            reload={loaded.reload}
          />
        )}
      </div>
    </>
  );
}

function Editor({
  name,
  isOfWorld,
  reload,
}: {
  readonly name: string;
  readonly isOfWorld: boolean;
  readonly reload: () => void;
}): JSX.Element {
  const loaded = useLoaded(
    name,
    () =>
      Promise.all([
        bodyOf(control.getScenario({ path: { name } })),
        // The reader of YAML is loaded with the editor.
        import('../parts/scenario-editor.tsx'),
      ]),
    null,
  );
  return (
    <Show loaded={loaded}>
      {([scenario, { ScenarioEditor }]) => (
        <ScenarioEditor name={name} scenario={scenario} isOfWorld={isOfWorld} reload={reload} />
      )}
    </Show>
  );
}
