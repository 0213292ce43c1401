/** What the schema of scenarios allows in the object or the array at the cursor. */
import type { JSX } from 'preact';
import { pointerOf, type JsonPath } from '../json-pointer.ts';
import { exampleOf, firstSentence, resolve, schemaAt, typeOf } from './scenario-schema.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';

interface Offer {
  readonly label: string;
  readonly hint: string;
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Shape: `document` is null while the text is not a scenario; then nothing can be added. */
export function AllowedHere({
  path,
  document,
  insert,
}: {
  readonly path: JsonPath;
  readonly document: object | null;
  readonly insert: (path: JsonPath, value: unknown) => void;
}): JSX.Element {
  const schema = schemaAt(path);
  const value = document === null ? undefined : valueAt(document, pointerOf(path));
  const offers = schema === undefined ? [] : offersFor(schema, path, value);
  return (
    <section aria-label="Allowed at the cursor">
      <h2>Allowed in {path.length === 0 ? 'the scenario' : <span class="mono">{path.join('.')}</span>}</h2>
      {offers.length === 0 ? (
        <p class="quiet">{schema === undefined ? 'Any value.' : 'Nothing else.'}</p>
      ) : (
        <ul class="list">
          {offers.map(({ label, hint, path: target, value: example }) => (
            <li key={label}>
              <button class="plain mono" disabled={document === null} onClick={() => insert(target, example)}>
                {label}
              </button>{' '}
              <span class="quiet">{hint}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function offersFor(schema: ScenarioSchema, path: JsonPath, value: unknown): readonly Offer[] {
  if (schema.items !== undefined) {
    const end = [...path, String(Array.isArray(value) ? value.length : 0)];
    const item = resolve(schema.items);
    if (item.maxProperties !== 1)
      return [{ label: 'item', hint: hintOf(item), path: end, value: exampleOf(item) }];
    return Object.entries(item.properties ?? {}).map(([name, property]) => ({
      label: name,
      hint: hintOf(property),
      path: end,
      value: { [name]: exampleOf(property) },
    }));
  }
  const { properties = {}, required = [], maxProperties = Infinity } = schema;
  const present = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (present.length >= maxProperties) return [];
  return Object.entries(properties)
    .filter(([name]) => !present.includes(name))
    .map(([name, property]) => ({
      label: name,
      hint: `${required.includes(name) ? 'required, ' : ''}${hintOf(property)}`,
      path: [...path, name],
      value: exampleOf(property),
    }));
}

function hintOf(schema: ScenarioSchema): string {
  return `${typeOf(schema)}. ${firstSentence(resolve(schema).description)}`;
}
