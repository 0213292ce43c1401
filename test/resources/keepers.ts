/** A small description whose schemas tests edit. */

/** What tests change in the description. */
interface KeeperChanges {
  readonly title?: string;
  /** The properties of a keeper besides its id, all of them required. */
  readonly fields?: Readonly<Record<string, object>>;
  readonly paths?: object;
}

export const fieldsAtFirst = { name: { type: 'string' }, email: { type: 'string', format: 'email' } };

export function keepersApi({ title = 'Zoo', fields = fieldsAtFirst, paths }: KeeperChanges = {}): object {
  const input = { type: 'object', required: Object.keys(fields), properties: fields };
  const id = { type: 'object', required: ['id'], properties: { id: { type: 'string', example: 'kp_4Fz1' } } };
  const keeper = { allOf: [{ $ref: '#/components/schemas/KeeperInput' }, id] };
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const one = { $ref: '#/components/schemas/Keeper' };
  const none = { description: 'None.' };
  const keepers = {
    '/keepers': {
      get: {
        operationId: 'listKeepers',
        responses: { 200: { description: 'All.', ...json({ type: 'array', items: one }) } },
      },
      post: {
        operationId: 'createKeeper',
        requestBody: json({ $ref: '#/components/schemas/KeeperInput' }),
        responses: { 201: { description: 'Created.', ...json(one) }, 409: none },
      },
    },
    '/keepers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getKeeper', responses: { 200: { description: 'One.', ...json(one) }, 404: none } },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: paths ?? keepers,
    components: { schemas: { KeeperInput: input, Keeper: keeper } },
  };
}
