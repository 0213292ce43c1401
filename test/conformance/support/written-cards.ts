/** A service with boards, cards and labels that is described in words, with faults that only the words exclude. */
import { readFileSync } from 'node:fs';
import { empty, type WrittenCall } from './written-service.ts';

export const cards = readFileSync(new URL('../described-service/cards.yaml', import.meta.url), 'utf8');

/** What is wrong with the service. */
export type CardsFault =
  | 'none'
  | 'trims'
  | 'clamps'
  | 'hidesClosed'
  | 'combinesWithOr'
  | 'includesDay'
  | 'countsClosed'
  | 'keepsCards'
  | 'keepsLabel'
  | 'losesLabel'
  | 'fillsArchived'
  | 'closesTwice'
  | 'lowersKeys'
  | 'replacesFields';

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly kind: 'boards' | 'cards' | 'labels';
  readonly board: string;
  value: Fields;
}

/** Creates the service. */
export function createCards(fault: CardsFault) {
  const all = new Map<string, Row>();
  let count = 0;
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const isIn = (board: string, kind: string) =>
    [...all.values()].filter((each) => each.board === board && each.kind === kind).map(({ value }) => value);
  const show = (id: string): Fields => {
    const { kind, value } = all.get(id)!;
    const open = isIn(id, 'cards').filter((each) => fault === 'countsClosed' || each['status'] === 'open');
    return kind === 'boards' ? { ...value, openCardCount: open.length } : value;
  };
  const add = (kind: Row['kind'], board: string, value: Fields): Response => {
    const id = `${kind}-${String((count += 1)).padStart(8, 'x')}`;
    all.set(id, { kind, board, value: { id, ...value } });
    return Response.json(show(id), { status: 201 });
  };
  const fieldsIn = (value: unknown, before: Fields): Fields | null => {
    if (value === undefined) return before;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries({ ...(fault === 'replacesFields' ? {} : before), ...value }).filter(
      ([, each]) => each !== null,
    );
    if (entries.some(([, each]) => typeof each !== 'string')) return null;
    return Object.fromEntries(
      entries.map(([name, each]) => [fault === 'lowersKeys' ? name.toLowerCase() : name, each]),
    );
  };
  const write = (body: Fields | null, before: Fields): Fields | null => {
    const { title, assigneeId, dueOn, fields } = { ...before, ...body };
    const kept = fieldsIn(body?.['fields'], (before['fields'] as Fields | undefined) ?? {});
    const isDay = dueOn == null || /^\d{4}-\d\d-\d\d$/.test(String(dueOn));
    const isValid =
      body !== null &&
      isText(title) &&
      title.length <= 300 &&
      (assigneeId == null || assigneeId === 'u1') &&
      isDay;
    void fields;
    return !isValid || kept === null
      ? null
      : {
          ...before,
          title: fault === 'trims' ? title.trim() || title : title,
          assigneeId: assigneeId ?? null,
          dueOn: dueOn ?? null,
          fields: kept,
        };
  };
  const listCards = (board: string, query: URLSearchParams): Response => {
    const [status, assignee, label, due, limit] = [
      'status',
      'assigneeId',
      'labelId',
      'dueBefore',
      'limit',
    ].map((name) => query.get(name));
    if (status !== null && status !== 'open' && status !== 'closed') return empty(400);
    if (
      limit !== null &&
      (!/^\d+$/.test(limit!) || Number(limit) < 1 || (Number(limit) > 100 && fault !== 'clamps'))
    )
      return empty(400);
    const tests = [
      status === null ? null : (each: Fields) => each['status'] === status,
      assignee === null ? null : (each: Fields) => each['assigneeId'] === assignee,
      label === null ? null : (each: Fields) => (each['labelIds'] as readonly string[]).includes(label!),
      due === null
        ? null
        : (each: Fields) =>
            each['dueOn'] !== null &&
            (fault === 'includesDay' ? String(each['dueOn']) <= due! : String(each['dueOn']) < due!),
    ].filter((each) => each !== null);
    const isKept = (each: Fields): boolean =>
      fault === 'combinesWithOr' && tests.length > 0
        ? tests.some((test) => test(each))
        : tests.every((test) => test(each));
    const isShown = (each: Fields): boolean =>
      fault !== 'hidesClosed' || status !== null || each['status'] === 'open';
    return Response.json({
      results: isIn(board, 'cards')
        .filter((each) => isKept(each) && isShown(each))
        .slice(0, Number(limit ?? 100)),
    });
  };
  const change = (row: Row, value: Fields): Fields => (row.value = { ...row.value, ...value });
  const remove = (id: string, { kind }: Row): Response => {
    all.delete(id);
    for (const [key, row] of [...all]) {
      if (kind === 'boards' && row.board === id && !(fault === 'keepsCards' && row.kind === 'cards'))
        all.delete(key);
      if (kind === 'labels' && row.kind === 'cards' && fault !== 'keepsLabel')
        change(row, { labelIds: (row.value['labelIds'] as readonly string[]).filter((each) => each !== id) });
    }
    return empty(204);
  };
  const label = (row: Row, { method }: WrittenCall, id: string): Response => {
    if (all.get(id)?.kind !== 'labels') return empty(404);
    if (method !== 'PUT' && method !== 'DELETE') return empty(405);
    const others = (row.value['labelIds'] as readonly string[]).filter((each) => each !== id);
    if (fault === 'losesLabel') others.splice(1);
    change(row, { labelIds: method === 'PUT' ? [...others, id] : others });
    return empty(204);
  };
  const below = (row: Row, id: string, call: WrittenCall): Response => {
    const { method, path, body, query } = call;
    const [, kind, , part, key = ''] = path.split('/');
    if (kind === 'cards' && part === 'labels' && key !== '') return label(row, call, key);
    if (kind === 'boards' && part === 'cards' && method === 'GET') return listCards(id, query);
    if (kind === 'boards' && part === 'labels' && method === 'GET')
      return Response.json({ results: isIn(id, 'labels') });
    if (method !== 'POST') return empty(405);
    if (part === 'archive')
      return Response.json({ ...show(id), archived: change(row, { archived: true })['archived'] });
    if (part === 'labels')
      return isText(body?.['name']) ? add('labels', id, { name: body['name'] }) : empty(400);
    if (part === 'close') {
      if (row.value['status'] === 'closed' && fault !== 'closesTwice') return empty(409);
      return Response.json(change(row, { status: 'closed' }));
    }
    const value = write(body, {});
    if (value === null) return empty(400);
    return row.value['archived'] === true && fault !== 'fillsArchived'
      ? empty(409)
      : add('cards', id, { status: 'open', labelIds: [], ...value });
  };
  return (call: WrittenCall): Response => {
    const { method, path, body, headers } = call;
    if (
      !/^\/(?:me|boards(?:\/[^/]+(?:\/(?:archive|cards|labels))?)?|labels\/[^/]+|cards\/[^/]+(?:\/close|\/labels\/[^/]+)?)$/.test(
        path,
      )
    )
      return empty(404);
    if (!/^bearer one$/i.test(headers.get('authorization') ?? ''))
      return empty(401, { 'www-authenticate': 'Bearer' });
    const [, kind = '', id = '', part] = path.split('/');
    if (kind === 'me') return method === 'GET' ? Response.json({ id: 'u1' }) : empty(405);
    if (id === '') {
      if (method === 'GET')
        return Response.json({
          results: [...all].filter(([, row]) => row.kind === 'boards').map(([key]) => show(key)),
        });
      if (method !== 'POST') return empty(405);
      return isText(body?.['name']) ? add('boards', '', { name: body['name'], archived: false }) : empty(400);
    }
    const row = all.get(id);
    if (row?.kind !== kind) return empty(404);
    if (part !== undefined) return below(row, id, call);
    if (method === 'GET') return Response.json(show(id));
    if (method === 'DELETE') return remove(id, row);
    const value = method === 'PATCH' && kind === 'cards' ? write(body, row.value) : null;
    return method !== 'PATCH' || kind !== 'cards'
      ? empty(405)
      : value === null
        ? empty(400)
        : Response.json(change(row, value));
  };
}
