/** Runs that know only a description create what they need, and delete it afterwards. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './support/library.ts';
import { checkNotes, NotesService } from './support/notes.ts';

describe('a run that knows only the description', () => {
  it('has no finding for a service that follows it', async () => {
    const { report } = await checkNotes();
    expect(report.stopped).toBeNull();
    expect(findingsOf(report)).toEqual([]);
  });

  it('calls each operation with records that it has created', async () => {
    const { report } = await checkNotes();
    const skipped = report.outcomes.filter(({ verdict, check }) => verdict === 'skip' && check === 'P01');
    expect(skipped).toEqual([]);
    for (const subject of ['/notebooks', '/notes'])
      for (const check of ['LAW01', 'LAW02', 'LAW06', 'LAW13', 'LAW16'])
        expect(report.outcomes).toContainEqual(
          expect.objectContaining({ check, subject, verdict: 'pass' }) as object,
        );
  });

  it.each(['stateful', 'destructive'] as const)('deletes what it created at the level %s', async (level) => {
    const service = new NotesService();
    const before = { id: 'notebook-of-ada', owner: 'ada', name: 'Before the run' };
    service.notebooks.set(before.id, before);
    const { report } = await checkNotes(undefined, level, service);
    expect(report.notices).toEqual([]);
    expect([...service.notebooks.values()]).toEqual([before]);
    expect([...service.notes.values()]).toEqual([]);
  });

  it('deletes nothing at the level stateless', async () => {
    const { service } = await checkNotes(undefined, 'stateless');
    expect(service.calls.filter(({ operation }) => operation.startsWith('delete'))).toEqual([]);
    expect(service.notebooks.size).toBeGreaterThan(0);
  });

  it('keeps a record that a creation only returns again', async () => {
    const service = new NotesService();
    const before = { id: 'notebook-of-ada', owner: 'ada', name: 'Before the run' };
    service.notebooks.set(before.id, before);
    await checkNotes(
      ({ operation }, usual) =>
        operation === 'createNotebook'
          ? { status: 201, body: { id: before.id, name: before.name } }
          : usual(),
      'stateful',
      service,
    );
    expect(service.notebooks.has(before.id)).toBe(true);
  });

  it('says how many of its records are left', async () => {
    const { report } = await checkNotes(
      ({ operation }, usual) => (operation === 'deleteNotebook' ? { status: 403 } : usual()),
      'stateful',
    );
    expect(report.notices.join()).toMatch(/^\d+ records that the run created could not be deleted\.$/);
  });
});
