/** Runs that know only a description create what they need, and delete it afterwards. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeText } from '../../conformance/report/text.ts';
import { plainOptions } from '../unit/conformance/report/made-report.ts';
import { makeCase } from '../../conformance/replay/case-file.ts';
import { replayCase } from '../../conformance/replay/replay.ts';
import {
  checkNotes,
  findingsOf,
  NotesService,
  notesOptions,
  type Call,
  type Fault,
  type Row,
} from './support/notes.ts';

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
    expect(report.left).toEqual([]);
    expect([...service.notebooks.values()]).toEqual([before]);
    expect([...service.notes.values()]).toEqual([]);
  });

  it('deletes nothing at the level stateless', async () => {
    const { report, service } = await checkNotes(undefined, 'stateless');
    expect(service.calls.filter(({ operation }) => operation.startsWith('delete'))).toEqual([]);
    expect(service.notebooks.size).toBeGreaterThan(0);
    expect(report.left.map(({ resource }) => resource)).toEqual(['/notebooks', '/notes']);
  });

  it('keeps an existing record that a creation returns', async () => {
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

  it('lists the remaining records', async () => {
    const { report, service } = await checkNotes(
      ({ operation }, usual) => (operation === 'deleteNotebook' ? { status: 403 } : usual()),
      'stateful',
    );
    const notebooks = report.left.find(({ resource }) => resource === '/notebooks');
    expect(notebooks?.count).toBeGreaterThan(1);
    expect(notebooks?.ids).toContain([...service.notebooks.keys()][0]);
    const lines = writeText(report, { ...plainOptions, paint: (_, text) => text, width: 400 });
    expect(lines).toMatch(/Not deleted: \d+ records of \/notebooks that the run created: row-\d+, /);
  });
});

it.each(['getNote', 'isStarred', 'updateNote'])(
  'an operation that is not implemented has one finding: %s',
  async (id) => {
    const { report } = await checkNotes(({ operation }, usual) =>
      operation === id ? { status: 501 } : usual(),
    );
    expect(report.outcomes.flatMap(({ findings }) => findings)).toMatchObject([
      { check: 'C06', subject: id },
    ]);
  },
);

/** Changes the body of a request before the service gets it. */
function withBody(
  operations: readonly string[],
  edit: (body: Call['body'], call: Call) => Call['body'],
): Fault {
  return (call, usual, service) =>
    operations.includes(call.operation) ? service.respond({ ...call, body: edit(call.body, call) }) : usual();
}

/** Changes the query of a list before the service gets it. */
function withQuery(edit: (query: URLSearchParams) => void): Fault {
  return (call, usual, service) => {
    if (call.operation !== 'listNotes') return usual();
    const query = new URLSearchParams(call.query);
    edit(query);
    return service.respond({ ...call, query });
  };
}

it.each<readonly [string, Fault, string]>([
  [
    'shows an effect that an action does not have',
    (call, usual, service) => {
      const before = service.notes.get(call.id);
      const reply = usual();
      if (call.operation === 'archiveNote' && before !== undefined) service.notes.set(call.id, before);
      return reply;
    },
    'fail LAW26 /notes body.state',
  ],
  [
    'forgets a switch',
    ({ operation }, usual) => (operation === 'starNote' ? { status: 204 } : usual()),
    'fail LAW20 /notes status',
  ],
  [
    'ignores a replacement',
    (call, usual, service) => {
      const before = service.notes.get(call.id);
      const reply = usual();
      if (call.operation === 'replaceNote' && before !== undefined) service.notes.set(call.id, before);
      return reply;
    },
    'fail LAW21 /notes body.text',
  ],
  [
    'merges a replacement',
    (call, usual, service) =>
      call.operation === 'replaceNote' ? service.respond({ ...call, operation: 'updateNote' }) : usual(),
    'fail LAW21 /notes body.kind',
  ],
  [
    'writes what is read-only',
    (call, usual, service) => {
      const reply = usual();
      const { id, ...row } = { ...(reply.body as Row | undefined) };
      const sent = call.body['state'];
      if (call.operation !== 'createNote' || sent === undefined || id === undefined) return reply;
      service.notes.set(id, { ...row, id, owner: call.caller, state: sent } as Row);
      return reply;
    },
    'fail LAW23 /notes body.state',
  ],
  [
    'has another default',
    withBody(['createNote'], (body) => ({ kind: 'todo', ...body })),
    'fail LAW24 /notes body.kind',
  ],
  [
    'ignores null',
    withBody(['updateNote'], (body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    ),
    'fail LAW25 /notes body.priority',
  ],
  ['ignores an order', withQuery((query) => query.delete('sort')), 'fail LAW27 /notes query sort'],
  [
    'ignores a filter by an item of a list',
    withQuery((query) => query.delete('tag')),
    'fail LAW11 /notes query tag',
  ],
  ['ignores a switch of a list', withQuery((query) => query.delete('done')), 'warn LAW11 /notes query done'],
  [
    'resets a list in an update',
    withBody(['updateNote'], (body) => ({ tags: [], ...body })),
    'fail LAW03 /notes body.tags',
  ],
  [
    'does not count',
    ({ operation }, usual) => {
      const { body, ...rest } = usual();
      return operation === 'getNotebook' && body !== undefined
        ? { ...rest, body: { ...(body as Row), noteCount: 0 } }
        : { ...rest, body };
    },
    'warn LAW29 /notebooks body.noteCount',
  ],
  [
    'has no change for any validator',
    ({ operation, headers }, usual) =>
      operation === 'getNote' && headers.has('if-none-match') ? { status: 304 } : usual(),
    'fail LAW18 /notes status',
  ],
  [
    'accepts a taken value of a form',
    (call, usual, service) =>
      call.operation === 'createNotebook'
        ? service.respond({ ...call, body: { ...call.body, code: randomUUID() } })
        : usual(),
    'fail LAW19 /notebooks status',
  ],
  [
    'sends the events of other records',
    (call, usual, service) =>
      call.operation === 'followNotebook'
        ? service.respond({ ...call, id: service.added.at(-1)?.notebookId ?? call.id })
        : usual(),
    'fail LAW39 /notebooks body',
  ],
  [
    'resumes a stream at its beginning',
    (call, usual, service) =>
      call.operation === 'followNotebook' ? service.respond({ ...call, headers: new Headers() }) : usual(),
    'fail LAW39 /notebooks body',
  ],
  [
    'sends an event without its property',
    ({ operation }, usual) => {
      const reply = usual();
      return operation === 'followNotebook' && reply.status === 200
        ? { ...reply, body: String(reply.body).replaceAll('noteId', 'id') }
        : reply;
    },
    'fail S04 followNotebook event 1: data.noteId',
  ],
  [
    'counts another number of rows in a header',
    ({ operation }, usual) => {
      const reply = usual();
      return operation === 'listNotes' && reply.status === 200
        ? { ...reply, headers: { 'x-total-count': '1042' } }
        : reply;
    },
    'fail LAW11 /notes body',
  ],
  [
    'applies one of two filters',
    withQuery((query) => {
      if (query.has('kind')) query.delete('priority');
    }),
    'fail LAW28 /notes query priority',
  ],
])('a law reports a service that %s', async (_, fault, finding) => {
  const { report } = await checkNotes(fault, 'stateful');
  expect(findingsOf(report)).toContain(finding);
});

describe('a service that keeps no records', () => {
  const samples: Fault = ({ operation }, usual) => {
    const reply = usual();
    const row = { id: 'row-000001', name: 'A sample', code: 'AA-1', noteCount: 0 };
    const isSample = reply.status < 500 && /^(?:create|get)Notebook$/.test(operation);
    return isSample ? { status: operation === 'getNotebook' ? 200 : 201, body: row } : reply;
  };

  it('has one finding for each kind of record, and its other laws are skipped', async () => {
    const { report } = await checkNotes(samples, 'stateful');
    const laws = report.outcomes.filter(
      ({ check, subject }) => /^LAW[012]/.test(check) && subject === '/notebooks',
    );
    expect(laws.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([
      'createNotebook returns the key row-000001 again for another record, and getNotebook none of its texts.',
    ]);
    expect(laws.filter(({ verdict }) => verdict === 'skip').map(({ reason }) => reason)).toContain(
      'The service does not keep the records: createNotebook returns the key row-000001 again for another record, and getNotebook none of its texts.',
    );
  });
});

it.each<readonly [string, Fault]>([
  [
    'accepts a second deletion',
    ({ operation }, usual) => {
      const reply = usual();
      return operation.startsWith('delete') && reply.status === 404 ? { status: 204 } : reply;
    },
  ],
  [
    'trims texts',
    withBody(['createNote', 'updateNote', 'replaceNote'], (body) => ({
      ...body,
      ...(typeof body['text'] === 'string' ? { text: body['text'].trim() || '-' } : {}),
    })),
  ],
  [
    'returns properties that the description lacks',
    (_, usual) => {
      const { body, ...rest } = usual();
      const more = (row: object): object => ({ ...row, extra: 1 });
      if (body === undefined || typeof body === 'string') return { ...rest, body };
      return {
        ...rest,
        body: Array.isArray(body) ? body.map((row: object) => more(row)) : more(body as object),
      };
    },
  ],
  [
    'limits the rate of requests',
    (_, usual, { calls }) =>
      calls.length % 20 === 0 ? { status: 429, headers: { 'retry-after': '1' } } : usual(),
  ],
])('nothing fails for a service that %s', async (_, fault) => {
  const { report } = await checkNotes(fault);
  expect(findingsOf(report)).toEqual([]);
});

describe('a replay on a service that was started again', () => {
  /** Returns a fault that changes the notes that are read. */
  const changeRead =
    (change: (note: object) => object): Fault =>
    ({ operation }, usual) => {
      const reply = usual();
      return operation === 'getNote' && reply.status === 200
        ? { ...reply, body: change(reply.body as object) }
        : reply;
    };

  /** Replays the finding of C03 on a new service with another fault. */
  async function replayOn(found: Fault, fault: Fault) {
    const { report } = await checkNotes(found);
    const finding = report.outcomes
      .flatMap(({ findings }) => findings)
      .find(({ check, subject }) => check === 'C03' && subject === 'getNote');
    const made = makeCase(finding!, report);
    const [last] = made.steps.slice(-1);
    const steps = [{ ...last!, request: { ...last!.request, path: '/notes/note-of-yesterday' } }];
    return replayCase({ ...made, steps }, notesOptions(new NotesService(), fault, 'stateful'));
  }

  const isWrong = changeRead((note) => ({ ...note, text: 5 }));

  it.each<[string, Fault]>([
    ['FAILED', isWrong],
    ['FIXED', (_, usual) => usual()],
  ])('creates the records of its case, and is %s', async (verdict, fault) => {
    expect(await replayOn(isWrong, fault)).toMatchObject({
      verdict,
      description: expect.stringContaining('created again') as string,
    });
  });

  it('decides nothing if the new record lacks the property that was wrong', async () => {
    const isDone = changeRead((note) => ({ ...note, done: 'yes' }));
    const lacksDone = changeRead(({ done: _, ...note }: { done?: unknown }) => note);
    expect(await replayOn(isDone, lacksDone)).toMatchObject({ verdict: 'INCONCLUSIVE' });
  });
});
