/** Parts of descriptions in YAML: responses with JSON, path parameters, and errors without a body. */

export const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;

/** Returns a response with JSON of a schema. */
export const json = (schema: string) =>
  `{ description: It., content: { application/json: { schema: ${schema} } } }`;

/** Returns a response with a list of records. */
export const list = (name: string) => json(`{ type: array, items: ${ref(name)} }`);

/** Returns a response with a record. */
export const one = (name: string) => json(ref(name));

export const path = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

export const none = `'404': { description: None. }`;
export const invalid = `'400': { description: Invalid. }`;
