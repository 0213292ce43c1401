/** Every response example in the documents is a value of the generated type. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { operations as platformOperations } from '../../../generated/control-agent-platform/operations.ts';
import { operations as controlOperations } from '../../../generated/control/operations.ts';
import { operations as serviceOperations } from '../../../generated/service/operations.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { toTypeName } from '../../../generator/naming/identifier.ts';
import { compileFiles } from '../../golden/support/compile.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const targets: Readonly<Record<string, readonly OperationSpec[]>> = {
  control: controlOperations,
  'control-agent-platform': platformOperations,
  service: serviceOperations,
};

it.each(Object.keys(targets))('the examples of %s compile', (target) => {
  const folder = path.join(root, 'generated', target);
  const files = new Map<string, string>([
    [
      '../templates/runtime/event-stream.ts',
      readFileSync(path.join(root, 'templates/runtime/event-stream.ts'), 'utf8'),
    ],
  ]);
  for (const name of ['types.ts', 'server.ts'])
    files.set(`${target}/${name}`, readFileSync(path.join(folder, name), 'utf8'));
  const uses = (targets[target] ?? []).flatMap(({ id, responses }) =>
    responses
      .filter(({ kind }) => kind === 'json')
      .flatMap(({ status, mediaType, examples }) =>
        examples.map(({ value }) => {
          const response = `Extract<server.${toTypeName(id)}HandlerResponse, { readonly status: ${JSON.stringify(status)}; readonly body: unknown; readonly contentType?: ${JSON.stringify(mediaType)} }>`;
          return `(${JSON.stringify(value)}) satisfies ${response}['body'];`;
        }),
      ),
  );
  expect(readdirSync(folder)).toContain('server.ts');
  expect(uses.length).toBeGreaterThan(20);
  files.set(`${target}/use.ts`, `import type * as server from './server.ts';\n${uses.join('\n')}\n`);
  expect(compileFiles(files)).toEqual([]);
});
