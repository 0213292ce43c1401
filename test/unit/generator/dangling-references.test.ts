/** References without a target stop a run only where they matter. */
import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { openDocuments } from '../../../generator/overlay/open-documents.ts';
import { buildModel } from '../../../generator/read/build-model.ts';
import type { ContractModel } from '../../../generator/model/contract-model.ts';
import { createSelector } from '../../../generator/read/selection.ts';
import { locateDiagnostics } from '../../../generator/source/opened-document.ts';
import { PROJECT_ONLY } from '../../../generator/source/reference-access.ts';
import type { DanglingPolicy } from '../../../generator/source/dangling-references.ts';
import { temporaryFolder } from '../../support/folder.ts';

const head = `openapi: 3.1.0
info: { title: t, version: '1' }
`;

/** Two operations, the second of which refers to a missing schema. */
const shop = `${head}paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } }
  /orders:
    get:
      operationId: listOrders
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '404': { $ref: '#/components/responses/Missing' }
components:
  schemas:
    Item: { type: string }
    Order: { type: object, required: [state], properties: { state: { $ref: '#/components/schemas/State' }, file: { $ref: state.yaml } } }
`;

async function open(
  text: string,
  policy: DanglingPolicy = {},
): Promise<{ reported: string[]; model: ContractModel | null }> {
  const folder = await temporaryFolder({ 'api.yaml': text });
  const { report, diagnostics } = collectDiagnostics();
  const paths = { openapi: 'api.yaml', asyncapi: [] };
  const { opened } = await openDocuments(paths, folder, report, { ...PROJECT_ONLY, ...policy });
  const documents = opened.flatMap(({ document }) => document ?? []);
  const located = locateDiagnostics(
    diagnostics,
    opened.map(({ locate }) => locate),
  );
  const reported = located.map(
    ({ severity, code, position }) => `${position?.line ?? 0} ${severity} ${code}`,
  );
  return { reported: reported.sort(), model: documents.length === 0 ? null : buildModel(documents, report) };
}

function select(include: string[], exclude: string[] = []): DanglingPolicy {
  return { selects: createSelector({ include, exclude }).selects };
}

const errors = ['14 error', '18 error', '18 error'].map((each) => `${each} REFERENCE_UNRESOLVED`);

describe('a reference without a target', () => {
  it('is an error', async () => {
    expect((await open(shop)).reported).toEqual(errors);
  });

  it.each([
    ['excluded', select([], ['listOrders'])],
    ['not included', select(['tag:items'])],
  ])('is ignored if its operation is %s', async (_, policy) => {
    expect((await open(shop, policy)).reported).toEqual([]);
  });

  it('is an error if a selected operation needs it', async () => {
    expect((await open(shop, select(['/orders']))).reported).toEqual(errors);
  });

  it('is a warning with its line if unresolved references are allowed', async () => {
    const { reported } = await open(shop, { isUnresolvedAllowed: true });
    expect(reported).toEqual(['14', '18', '18'].map((line) => `${line} warning REFERENCE_IGNORED`));
  });

  it('accepts any value if unresolved references are allowed', async () => {
    const { model } = await open(shop, { isUnresolvedAllowed: true });
    expect(model?.schemas.find(({ name }) => name === 'Order')?.schema).toEqual({
      type: 'object',
      required: ['state'],
      properties: { state: {}, file: {} },
    });
  });
});

const pets = (others: string): string => `${head}paths: {}
components:
  schemas:
    Pet:
      oneOf: [{ $ref: '#/components/schemas/Cat' }]
      discriminator:
        propertyName: kind
        mapping:
          cat: '#/components/schemas/Cat'
          cow: '#/components/schemas/Cow'
          hen: Hen
    Cat: { type: object, required: [kind], properties: { kind: { type: string, const: cat } } }
${others}`;

describe('an entry of a mapping without a target', () => {
  it('is a warning in a document whose other references have targets', async () => {
    expect((await open(pets(''))).reported).toEqual([
      '12 warning MAPPING_UNRESOLVED',
      '13 warning MAPPING_UNRESOLVED',
    ]);
  });

  it('is a warning in a document with other files', async () => {
    const { reported } = await open(pets('    Sty: { $ref: none.yaml }\n'), { isUnresolvedAllowed: true });
    expect(reported).toContain('12 warning MAPPING_UNRESOLVED');
  });
});

it('a parameter without a target is left out, with one warning', async () => {
  const text = shop.replace(
    'operationId: listItems',
    "operationId: listItems\n      parameters: [{ $ref: '#/components/parameters/Size' }]",
  );
  const { reported, model } = await open(text, { isUnresolvedAllowed: true, ...select(['listItems']) });
  expect(reported).toEqual(['7 warning REFERENCE_IGNORED']);
  expect(model?.operations[0]?.parameters).toEqual([]);
});

describe('a reference to a definition of the schema around it', () => {
  const stream = `${head}paths:
  /run:
    post:
      operationId: run
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                oneOf:
                  - $ref: '#/$defs/Start'
                  - $ref: '#/definitions/End'
                $defs:
                  Start: { type: object, properties: { part: { $ref: '#/$defs/Part' } }, $defs: { Part: { type: string } } }
                  Part: { type: number }
components:
  schemas:
    End: { type: object }
`;

  it('is read there, in the closest schema or in the component of its name, with a warning', async () => {
    const { reported, model } = await open(stream);
    expect(reported).toEqual(['14', '15', '17'].map((line) => `${line} warning DEFINITION_MISPLACED`));
    expect(JSON.stringify(model?.schemas)).toContain('"Part":{"type":"string"}');
  });

  it('is read there too if the description has other files', async () => {
    const { reported } = await open(stream.replace('End: { type: object }', 'End: { $ref: end.yaml }'));
    expect(reported.filter((line) => line.includes('DEFINITION_MISPLACED'))).toHaveLength(3);
  });

  it('is an error if no schema around it has the definition', async () => {
    const { reported } = await open(stream.replace('#/definitions/End', '#/$defs/Stop'));
    expect(reported).toContain('15 error REFERENCE_UNRESOLVED');
  });
});

it('ignores references in unused extensions, but not in properties with such names', async () => {
  const extended = `${head}tags: [{ name: items, x-model: { $ref: '#/components/schemas/Gone' } }]
paths: {}
components: { schemas: { Item: { type: object, properties: { x-part: { $ref: '#/components/schemas/Gone' } } } } }
`;
  const { reported } = await open(extended);
  expect(reported).toEqual(['3 warning REFERENCE_IGNORED', '5 error REFERENCE_UNRESOLVED']);
});
