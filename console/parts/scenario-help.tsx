/** The steps of scenarios with their properties, from the schema of scenarios. */
import type { JSX } from 'preact';
import { exampleOf, firstSentence, resolve, steps, typeOf, type ScenarioSchema } from './scenario-schema.ts';

/** Shows what each step does; `insert` adds an example of one. */
export function ScenarioHelp({ insert }: { readonly insert: (step: object) => void }): JSX.Element {
  return (
    <section aria-label="Steps of scenarios">
      <h2>Steps</h2>
      {Object.entries(steps).map(([name, step]) => (
        <details key={name} class="help">
          <summary>
            <code>{name}</code> <span class="quiet">{firstSentence(resolve(step).description)}</span>
          </summary>
          <Fields schema={resolve(step)} />
          <button onClick={() => insert({ [name]: exampleOf(step) })}>Add this step</button>
        </details>
      ))}
    </section>
  );
}

function Fields({ schema }: { readonly schema: ScenarioSchema }): JSX.Element {
  const { properties = {}, required = [] } = schema;
  return (
    <dl>
      {Object.entries(properties).map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span class="quiet">
              {typeOf(field)}
              {required.includes(name) && ', required'}
            </span>
          </dt>
          <dd>{resolve(field).description}</dd>
        </div>
      ))}
    </dl>
  );
}
