import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { storeSchema } from '../../../mock/agent-platform/domain/store.ts';
import { recordShapes as shapes } from '../../../mock/agent-platform/domain/dumps/record-shapes.ts';
import { ownShapes } from '../../../mock/records/store.ts';
import { recordShapes } from '../../../tools/build/record-shapes.ts';

test('the generated shapes of records are up to date', async () => {
  const written = await readFile(
    new URL('../../../mock/agent-platform/domain/dumps/record-shapes.ts', import.meta.url),
    'utf8',
  );
  expect(written, 'run node tools/build/record-shapes.ts').toBe(recordShapes());
}, 60_000);

test('the shapes of the records of every mock are those of their types', () => {
  const { FaultRecord, StoredResponseRecord } = shapes.types;
  expect(ownShapes.collections).toEqual({ fault: FaultRecord, storedReply: StoredResponseRecord });
});

test('every collection has a shape', () => {
  expect(Object.keys(shapes.collections).sort()).toEqual([...storeSchema.collections].sort());
});
