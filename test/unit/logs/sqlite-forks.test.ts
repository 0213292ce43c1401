/** Forks in a SQLite file: they are stored as differences from an existing state, and are complete on their own. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createHostTimer } from '../../../mock/adapters/host-timer.ts';
import type { Mock } from '../../../mock/index.ts';
import { StoredWorlds } from '../../../mock/logs/sqlite/maintenance.ts';
import { worldContents } from '../../../mock/agent-platform/fixtures/default.ts';
import { createLogHost } from '../../../mock/worlds/log-host.ts';
import { temporaryFile } from './sqlite-support.ts';
import { change, createAgent, errorOf, headers, listAgents, listWorlds, openMock } from './stored-mock.ts';

/** Units: bytes of the agents of a large world. */
const LARGE = 80_000;

/** Creates a world with agents, which is stored in full. */
async function createLarge(mock: Mock, id: string): Promise<void> {
  await mock.createWorld({ id, fixture: 'empty', clock: { mode: 'frozen' } });
  for (let written = 0; written < LARGE; written += 2000)
    await createAgent(mock, `Agent ${written} ${'x'.repeat(2000)}`, `/w/${id}`);
}

async function fork(mock: Mock, from: string, ...ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => mock.createWorld({ id, from })));
}

function readNumber(file: string, sql: string): number {
  const database = new DatabaseSync(file);
  const row = database.prepare(sql).get() ?? {};
  database.close();
  return Number(Object.values(row)[0]);
}

const bytesOfStates = (file: string): number =>
  readNumber(file, 'SELECT coalesce(sum(length(body)), 0) FROM parts');
const formatOf = (file: string): number => readNumber(file, 'PRAGMA user_version');

async function reopen(file: string, close?: Mock): Promise<Mock> {
  await close?.close();
  const { mock, reports } = await openMock(file);
  await mock.worlds.openEach();
  expect(reports).toEqual([]);
  return mock;
}

/** Compacts a file as `backlot data compact` does. */
async function compact(file: string): Promise<void> {
  const host = createLogHost(worldContents, createHostTimer(), (message) => {
    throw new Error(message);
  });
  const worlds = new StoredWorlds(file, host, { create: false });
  expect(await worlds.compact()).toEqual([]);
  await worlds.close();
}

const dumpOf = (mock: Mock, id: string): unknown => mock.world(id).dump();

const remove = (mock: Mock, id: string) => mock.fetch(`/_mock/worlds/${id}`, { method: 'DELETE' });
const ids = Array.from({ length: 20 }, (_, number) => `fork-${number}`);

test('twenty concurrent forks take little more space than one', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', ...ids);
  const dumps = ids.map((id) => dumpOf(mock, id));
  const opened = await reopen(file, mock);
  expect(ids.map((id) => dumpOf(opened, id))).toEqual(dumps);
  await opened.close();
  expect(bytesOfStates(file)).toBeGreaterThan(LARGE);
  expect(bytesOfStates(file)).toBeLessThan(LARGE * 1.5);
});

test('forks of a changing world take the space of the changes', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  for (const [number, id] of ids.entries()) {
    await createAgent(mock, `New ${number}`, '/w/origin');
    await fork(mock, 'origin', id);
    await createAgent(mock, `Own ${number}`, `/w/${id}`);
  }
  const opened = await reopen(file, mock);
  for (const [number, id] of ids.entries()) {
    const names = await listAgents(opened, `/w/${id}`);
    expect(names.slice(0, 2)).toEqual([`Own ${number}`, `New ${number}`]);
  }
  await opened.close();
  expect(bytesOfStates(file)).toBeLessThan(LARGE * 3);
});

test('forks of forks, and forks after a restart, share the same state', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', 'a', 'b');
  await createAgent(mock, 'In b', '/w/b');
  await fork(mock, 'b', 'c');
  const opened = await reopen(file, mock);
  await createAgent(opened, 'In c', '/w/c');
  await fork(opened, 'c', 'd');
  const again = await reopen(file, opened);
  expect((await listAgents(again, '/w/d')).slice(0, 2)).toEqual(['In c', 'In b']);
  await again.close();
  expect(bytesOfStates(file)).toBeLessThan(LARGE * 1.5);
});

test('a fork keeps its content when its origin changes, and deleting the last one frees the space', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', 'first', 'second', 'third');
  const dump = dumpOf(mock, 'second');
  const steps: readonly ((mock: Mock) => Promise<unknown>)[] = [
    (opened) => createAgent(opened, 'Later', '/w/origin'),
    (opened) => opened.world('origin').reset(),
    (opened) => remove(opened, 'first'),
    (opened) => remove(opened, 'origin'),
    (opened) => createLarge(opened, 'origin'),
    (opened) => remove(opened, 'third'),
  ];
  let opened = mock;
  for (const step of steps) {
    await step(opened);
    await opened.close();
    await compact(file);
    opened = await reopen(file);
    expect(dumpOf(opened, 'second')).toEqual(dump);
  }
  await remove(opened, 'second');
  await remove(opened, 'origin');
  await opened.close();
  await compact(file);
  expect(bytesOfStates(file)).toBeLessThan(2000);
  expect(readNumber(file, 'SELECT count(*) FROM differences')).toBe(0);
});

test('compacting forks does not duplicate their shared state', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', ...ids);
  for (const id of ids) await createAgent(mock, `In ${id}`, `/w/${id}`);
  await mock.close();
  await compact(file);
  // One state of the origin, and one that the forks share.
  expect(bytesOfStates(file)).toBeLessThan(LARGE * 3);
  const opened = await reopen(file);
  for (const id of ids) expect((await listAgents(opened, `/w/${id}`))[0]).toBe(`In ${id}`);
});

test('a fork with a long history gets its own state', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', 'first', 'second');
  for (let number = 0; number < 60; number += 1)
    await createAgent(mock, `Own ${number} ${'x'.repeat(2000)}`, '/w/second');
  const dump = dumpOf(mock, 'second');
  await mock.close();
  await compact(file);
  expect(readNumber(file, 'SELECT count(*) FROM differences')).toBe(0);
  expect(dumpOf(await reopen(file), 'second')).toEqual(dump);
});

test('an acknowledged fork survives kill -9, before and after its origin is deleted', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', 'first', 'second');
  const dump = dumpOf(mock, 'second');
  const copies: string[] = [];
  const keep = (name: string): void => {
    const copy = path.join(path.dirname(file), name, 'backlot.db');
    mkdirSync(path.dirname(copy));
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    copies.push(copy);
  };
  keep('forked');
  for (const id of ['first', 'origin']) {
    await remove(mock, id);
    keep(`without-${id}`);
  }
  for (const copy of copies) expect(dumpOf(await reopen(copy), 'second')).toEqual(dump);
});

test('a damaged state makes the worlds that share it unreadable, and no others', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createAgent(mock, 'Kept');
  await createLarge(mock, 'origin');
  await createLarge(mock, 'other');
  await fork(mock, 'origin', 'first', 'second');
  await fork(mock, 'second', 'third');
  await mock.close();
  change(file, 'UPDATE parts SET crc = 0 WHERE part > 0 AND state IN (SELECT source FROM differences)');
  const { mock: opened } = await openMock(file);
  const { worlds, unreadable } = await listWorlds(opened);
  expect(worlds).toEqual(['default', 'origin', 'other']);
  const problem = (id: string): string =>
    `${file}: world ${id} can't be read: version 1, in what it shares with world first: its checksum does not match. Restore`;
  expect(unreadable).toEqual([
    { id: 'first', problem: expect.stringContaining('version 1: its checksum does not match') as string },
    { id: 'second', problem: expect.stringContaining(problem('second')) as string },
    { id: 'third', problem: expect.stringContaining(problem('third')) as string },
  ]);
  const response = await opened.fetch('/w/second/v1/agents', { headers });
  expect(response.headers.get('backlot-outside-contract')).toBe('world-unreadable');
  expect(await errorOf(response)).toContain(problem('second'));
  for (const id of ['first', 'second', 'third']) expect((await remove(opened, id)).status).toBe(204);
  expect(await listWorlds(opened)).toEqual({
    status: 200,
    worlds: ['default', 'origin', 'other'],
    unreadable: [],
  });
});

test.each([
  ['is missing', 'DELETE FROM differences'],
  ['is text', "UPDATE differences SET source = 'x'"],
  ['leads nowhere', 'UPDATE differences SET source = 999'],
  ['has another extent', 'UPDATE differences SET parts = parts + 1'],
  ['leads to the fork itself', 'UPDATE differences SET source = state'],
])('a fork whose reference %s is unreadable, and no other world', async (_, sql) => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'origin', 'first', 'second');
  const dump = dumpOf(mock, 'first');
  await mock.close();
  change(file, sql);
  const { mock: opened } = await openMock(file);
  const { worlds, unreadable } = await listWorlds(opened);
  expect(worlds).toEqual(['default', 'origin', 'first']);
  expect(unreadable.map(({ id }) => id)).toEqual(['second']);
  expect(dumpOf(opened, 'first')).toEqual(dump);
});

test('a file is readable for the earlier version until a fork shares a state', async () => {
  const file = temporaryFile();
  const { mock } = await openMock(file);
  await createLarge(mock, 'origin');
  await fork(mock, 'default', 'small');
  await mock.close();
  expect(formatOf(file)).toBe(1);
  const opened = await reopen(file);
  await fork(opened, 'origin', 'first', 'second');
  await opened.close();
  expect(formatOf(file)).toBe(2);
});
