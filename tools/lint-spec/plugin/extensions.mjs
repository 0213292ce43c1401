/** Rule about extensions: known names, valid values, and no references inside. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from './nodes.mjs';

const schema = JSON.parse(
  readFileSync(new URL('../../../spec/extensions.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ allErrors: false, strict: false });
ajv.addSchema(schema, 'extensions');
const validators = new Map(
  Object.keys(schema.properties).map((name) => [
    name,
    ajv.compile({ $ref: `extensions#/properties/${name}` }),
  ]),
);

/** Validates every `x-` extension against extensions.schema.json. */
export function Extensions() {
  return {
    any: {
      enter(node, { report, location }) {
        if (!isObject(node)) return;
        for (const [name, value] of Object.entries(node))
          if (name.startsWith('x-')) checkExtension(name, value, location.child([name]), report);
      },
    },
  };
}

function checkExtension(name, value, location, report) {
  const validate = validators.get(name);
  if (validate === undefined) {
    report({
      message: `\`${name}\` is not an extension of this contract. Describe it in extensions.schema.json.`,
      location: location.key(),
    });
    return;
  }
  if (holdsReference(value))
    report({
      message: `\`${name}\` has a \`$ref\`, which bundling breaks. Use the name of the component instead.`,
      location,
    });
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    const path = (error?.instancePath ?? '').split('/').slice(1);
    report({
      message: `\`${name}\` ${error?.message ?? 'is wrong'}.`,
      location: path.length > 0 ? location.child(path) : location,
    });
  }
}

function holdsReference(value) {
  if (Array.isArray(value)) return value.some(holdsReference);
  return isObject(value) && (Object.hasOwn(value, '$ref') || Object.values(value).some(holdsReference));
}
