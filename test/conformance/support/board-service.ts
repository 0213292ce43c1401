/** A service of boards with cards, by its description, with faults against what the texts state. */
import { setTimeout as pause } from 'node:timers/promises';
import { empty, type WrittenCall } from './written-service.ts';

interface Card {
  readonly id: string;
  readonly boardId: string;
  readonly number: number;
  title: string;
  priority: string;
  note: string;
  status: string;
  closedAt: string | null;
}

interface Board {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  last: number;
  deleted: number;
  isArchived: boolean;
  readonly cards: Card[];
  readonly labels: object[];
  readonly streams: Set<ReadableStreamDefaultController<Uint8Array>>;
}

/** What a service does against its description. */
export type BoardFault =
  | 'none'
  | 'number'
  | 'etag'
  | 'case'
  | 'global'
  | 'rename'
  | 'body'
  | 'path'
  | 'account'
  | 'count'
  | 'link'
  | 'rank'
  | 'clear'
  | 'state'
  | 'end'
  | 'token'
  | 'address'
  | 'capped'
  | 'archived';

const priorities = ['low', 'medium', 'high'];
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

/** A service of boards with cards that has at most one fault. */
export class BoardService {
  readonly fault: BoardFault;
  readonly boards = new Map<string, Board>();
  readonly keys = new Map<string, { readonly sent: string; readonly card: Card }>();
  count = 0;

  constructor(fault: BoardFault) {
    this.fault = fault;
  }

  async respond(call: WrittenCall): Promise<Response> {
    const sent = call.headers.get('authorization')?.toLowerCase() ?? '';
    const owner = this.fault === 'token' ? sent.replace(/aaaa$/, '') : sent;
    const [, kind = '', id, below, ...others] = call.path.split('/').map(decodeURIComponent);
    if (!['bearer one', 'bearer two'].includes(owner)) return empty(401);
    if (others.length > 0) return empty(404);
    if (kind === 'boards') return this.#onBoards(call, owner, id, below);
    const board = [...this.boards.values()].find(({ cards }) => cards.some((each) => each.id === id));
    const card = board?.cards.find((each) => each.id === id);
    if (kind !== 'cards' || board?.owner !== owner || card === undefined) return empty(404);
    return this.#onCard(call, board, card, below);
  }

  async #onBoards(call: WrittenCall, owner: string, id?: string, below?: string): Promise<Response> {
    const { method, body } = call;
    if (id === undefined) {
      const own = [...this.boards.values()].filter((each) => each.owner === owner);
      if (method === 'GET') return Response.json(own.map((each) => this.#show(each)));
      if (method !== 'POST') return empty(405);
      if (!isText(body?.['title'], 60)) return empty(400);
      const named = { id: `b${(this.count += 1)}`, owner, title: body['title'] };
      const state = { last: 0, deleted: 0, isArchived: false };
      const board: Board = { ...named, ...state, cards: [], labels: [], streams: new Set() };
      this.boards.set(board.id, board);
      return Response.json(this.#show(board), { status: 201 });
    }
    const board = this.boards.get(id);
    if (board?.owner !== owner) return empty(404);
    if (below === 'archive') return method === 'POST' ? this.#archive(board) : empty(405);
    if (below === 'labels') return this.#onLabels(call, board);
    if (below === 'events') return method === 'GET' ? this.#follow(board) : empty(405);
    if (below === 'cards')
      return method === 'GET'
        ? this.#list(call, board)
        : method === 'POST'
          ? this.#create(call, board)
          : empty(405);
    if (below !== undefined) return empty(404);
    if (method === 'GET') return Response.json(this.#show(board));
    if (method !== 'DELETE') return empty(405);
    this.boards.delete(id);
    for (const stream of this.fault === 'end' ? [] : board.streams) stream.close();
    return empty(204);
  }

  #archive(board: Board): Response {
    if (board.isArchived) return empty(409);
    board.isArchived = true;
    return Response.json(this.#show(board));
  }

  #onLabels({ method, body }: WrittenCall, { labels }: Board): Response {
    if (method === 'GET') return Response.json(this.fault === 'capped' ? labels.slice(0, 10) : labels);
    if (method !== 'POST') return empty(405);
    if (!isText(body?.['text'], 60)) return empty(400);
    const label = { id: `l${(this.count += 1)}`, text: body['text'] };
    labels.push(label);
    return Response.json(label, { status: 201 });
  }

  #show({ id, title, cards, deleted }: Board): object {
    const open = cards.filter(({ status }) => status !== 'done').length;
    const cardsUrl = this.fault === 'address' ? `/lists/${id}` : `/boards/${id}/cards`;
    return { id, title, cardsUrl, openCardCount: open + (this.fault === 'count' ? deleted : 0) };
  }

  #follow(board: Board): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(': hello\n\n'));
        board.streams.add(controller);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  #list({ query, path: at }: WrittenCall, board: Board): Response {
    const [page, size] = [query.get('page') ?? '1', query.get('size') ?? '20'];
    const sort = query.get('sort');
    const isKnown = sort === null || /^-?priority$/.test(sort);
    if (!/^[1-9]\d{0,4}$/.test(page) || !/^(?:[1-9]|[1-4]\d|50)$/.test(size) || !isKnown) return empty(400);
    const text = query.get('q') ?? '';
    const rankOf = ({ priority }: Card): string =>
      this.fault === 'rank' ? priority : String(priorities.indexOf(priority));
    const all = board.cards.filter((each) => each.title.includes(text));
    const sorted = sort === null ? all : all.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
    const rows = sort?.startsWith('-') === true ? sorted.toReversed() : sorted;
    const end = Number(page) * Number(size);
    const next = new URLSearchParams(this.fault === 'link' ? {} : query);
    next.set('page', String(Number(page) + 1));
    next.set('size', size);
    const headers: Record<string, string> = end < rows.length ? { link: `<${at}?${next}>; rel="next"` } : {};
    return Response.json(rows.slice(end - Number(size), end), { headers });
  }

  async #create({ body, headers, text, path: at }: WrittenCall, board: Board): Promise<Response> {
    const { title: name, priority: rank = 'medium' } = body ?? {};
    if (!isText(name, 60) || !priorities.includes(rank as string)) return empty(400);
    if (board.isArchived && this.fault !== 'archived') return empty(409);
    const key = headers.get('idempotency-key');
    const slot = `${this.fault === 'account' ? '' : board.owner} ${key}`;
    const request = ['account', 'path'].includes(this.fault) ? text : `${at} ${text}`;
    const known = key === null ? undefined : this.keys.get(slot);
    if (known !== undefined && (known.sent === request || this.fault === 'body'))
      return this.#answer(known.card, 201);
    if (known !== undefined || this.#isTaken(name, board)) return empty(409);
    const number = board.last + 1;
    if (this.fault === 'number') await pause(5);
    if (this.#isTaken(name, board)) return empty(409);
    board.last = number;
    const own = { id: `c${(this.count += 1)}`, boardId: board.id, number, title: name };
    const card = { ...own, priority: rank as string, note: '', status: 'open', closedAt: null };
    board.cards.push(card);
    if (key !== null) this.keys.set(slot, { sent: request, card });
    return this.#answer(card, 201);
  }

  #isTaken(name: string, board: Board): boolean {
    const boards = this.fault === 'global' ? [...this.boards.values()] : [board];
    const form = (value: string): string => (this.fault === 'case' ? value : value.toLowerCase());
    return boards.some(({ cards }) => cards.some((each) => form(each.title) === form(name)));
  }

  #answer(card: Card, status = 200): Response {
    return Response.json(card, { status, headers: { etag: tagOf(card) } });
  }

  async #onCard(call: WrittenCall, board: Board, card: Card, below?: string): Promise<Response> {
    const { method } = call;
    if (below === 'close' || below === 'reopen')
      return method === 'POST' ? this.#act(card, below === 'close') : empty(405);
    if (below !== undefined) return empty(404);
    if (method === 'GET') return this.#answer(card);
    if (method === 'PATCH') return this.#update(call, board, card);
    if (method !== 'DELETE') return empty(405);
    if (board.isArchived) return empty(409);
    board.cards.splice(board.cards.indexOf(card), 1);
    if (card.status !== 'done') board.deleted += 1;
    return empty(204);
  }

  #act(card: Card, isClosing: boolean): Response {
    if ((card.status === 'done') === isClosing) return empty(409);
    card.status = isClosing || this.fault === 'state' ? 'done' : 'open';
    if (isClosing || this.fault !== 'clear') card.closedAt = isClosing ? '2026-01-01T10:00:00Z' : null;
    return Response.json(card);
  }

  async #update({ body, headers }: WrittenCall, board: Board, card: Card): Promise<Response> {
    const { title: name = card.title, priority: rank = card.priority, note = card.note } = body ?? {};
    if (body === null || !isText(name, 60) || !priorities.includes(rank as string)) return empty(400);
    if (typeof note !== 'string' || note.length > 90) return empty(400);
    if (board.isArchived && this.fault !== 'archived') return empty(409);
    const wanted = headers.get('if-match');
    if (wanted !== null && wanted !== '*' && wanted !== tagOf(card)) return empty(412);
    const isTaken = this.#isTaken(name, { ...board, cards: board.cards.filter((each) => each !== card) });
    if (name !== card.title && isTaken && this.fault !== 'rename') return empty(409);
    if (this.fault === 'etag') await pause(5);
    Object.assign(card, { title: name, priority: rank, note });
    return this.#answer(card);
  }
}

function tagOf(card: Card): string {
  return `"${Buffer.from(JSON.stringify(card)).toString('base64url')}"`;
}
