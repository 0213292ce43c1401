/** Rules that compare enums and events with the facts about them. */
import { isStatedField, statedEvents, statedValues } from './facts.mjs';
import { asArray, fileName, isObject } from './nodes.mjs';

/** Requires the enum values that the source lists, in its order. */
export function EnumSource() {
  return {
    Schema(schema, { report, location }) {
      if (!isObject(schema) || !Array.isArray(schema.enum)) return;
      const { component, path } = placeOf(location);
      const stated = statedValues(component, path);
      const actual = schema.enum.filter((value) => value !== null).map(String);
      if (stated.length > 0 && actual.join() !== stated.join())
        report({
          message: `The source lists ${stated.join(', ')} for \`${path === '' ? component : `${component}.${path}`}\`.`,
          location: location.child(['enum']),
        });
    },
  };
}

/** Turns `#/properties/attempts/items/properties/type` of a component into `attempts[].type`. */
function placeOf(location) {
  const inComponents = /^#\/components\/schemas\/([^/]+)(.*)$/.exec(location.pointer);
  const component = inComponents?.[1] ?? fileName(location);
  const pointer = inComponents?.[2] ?? location.pointer.replace(/^#\/?/, '/');
  const path = pointer
    .replaceAll('/additionalProperties', '{}')
    .replaceAll('/items', '[]')
    .replaceAll(/\/properties\/([^/[{]+)/g, '.$1')
    .replace(/^[./]+/, '');
  return { component, path };
}

/** Requires one file for each stream event of the source, and no others. */
export function EventsComplete() {
  const seen = new Map();
  return {
    Schema(schema, { location }) {
      const isFile =
        location.pointer === '#/' && /[/\\]shared[/\\]events[/\\]/.test(location.source.absoluteRef);
      if (isFile) seen.set(fileName(location), { schema, location });
    },
    Root: {
      leave(_root, { report, location }) {
        if (seen.size === 0) return;
        const stated = statedEvents();
        for (const type of stated)
          if (!seen.has(type))
            report({ message: `No operation refers to shared/events/${type}.yaml.`, location });
        for (const [type, event] of seen) {
          if (stated.includes(type)) checkEvent(type, event, report);
          else report({ message: `The source has no event \`${type}\`.`, location: event.location });
        }
      },
    },
  };
}

function checkEvent(type, { schema, location }, report) {
  if (schema.properties?.type?.const !== type)
    report({ message: `This event requires the tag \`type: {const: ${type}}\`.`, location });
  for (const name of ['type', 'executionId', 'seq']) {
    const wanted = isStatedField(type, name, true);
    if (wanted !== asArray(schema.required).includes(name))
      report({
        message: `The source ${wanted ? 'requires' : 'does not require'} \`${name}\` in \`${type}\`.`,
        location,
      });
  }
}
