/** The steps of scenarios with their properties, from the schema of scenarios. */
import type { JSX } from 'preact';
import document from '../../mock/scenarios/scenario.schema.json' with { type: 'json' };

/** The part of JSON Schema that the schema of scenarios uses. */
interface HelpSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, HelpSchema>>;
  readonly items?: HelpSchema;
  readonly minimum?: number;
}

const definitions: Readonly<Record<string, HelpSchema>> = document.$defs;
const steps = definitions['ScenarioStep']?.properties ?? {};

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

function Fields({ schema }: { readonly schema: HelpSchema }): JSX.Element {
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

function resolve(schema: HelpSchema): HelpSchema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : definitions[name];
  return target === undefined ? schema : { ...target, ...schema };
}

function typeOf(schema: HelpSchema): string {
  const { type, enum: values, items } = resolve(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  if (items !== undefined) return `array of ${typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ');
}

function firstSentence(text = ''): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Units: levels of an example. */
const DEEPEST = 6;

/** Returns the smallest value of a schema that has all that is required. */
function exampleOf(schema: HelpSchema, level = 0): unknown {
  const { type, enum: values, items, properties = {}, required = [], minimum = 0 } = resolve(schema);
  if (values !== undefined) return values[0];
  switch ([type].flat()[0]) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return Math.max(minimum, 1);
    case 'boolean':
      return true;
    case 'array':
      return items === undefined || level > DEEPEST ? [] : [exampleItem(items, level)];
    default:
      return Object.fromEntries(
        required.map((name) => [name, exampleOf(properties[name] ?? {}, level + 1)] as const),
      );
  }
}

/** Steps of steps have no required property: they have one of several, such as `say`. */
function exampleItem(items: HelpSchema, level: number): unknown {
  const { properties = {}, required = [] } = resolve(items);
  const isStep = required.length === 0 && properties['say'] !== undefined;
  return isStep ? { say: 'text' } : exampleOf(items, level + 1);
}
