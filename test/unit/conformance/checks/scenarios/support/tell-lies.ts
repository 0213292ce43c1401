/**
 * Mutations of some requests and responses of a service, selected by method and path.
 */
import { editBody, withStatus, type Mutation, type LieRequest } from './tell-on-mock.ts';

/** An event of a run, or any other object. */
export type Fields = Record<string, unknown>;

/** A mutation, and the verdict that its check must reach: it fails unless the row says otherwise. */
export type LieRow = readonly [id: string, description: string, mutation: () => Mutation, verdict?: 'warn'];

/** Makes rows for a table of tests. */
export function rowsOf(rows: readonly LieRow[]) {
  return rows.map(([id, description, mutation, verdict]) => ({
    id,
    description,
    mutation,
    verdict: verdict ?? 'fail',
  }));
}

/** Changes responses. Shape: `line` is matched with the method and the path, as in `GET /v1/agents/a?limit=2`. */
export function changing(
  line: RegExp,
  change: (response: Response, request: LieRequest) => Response | Promise<Response>,
): Mutation {
  return async (request, tell) =>
    line.test(`${request.method} ${request.path}`) ? change(await tell(), request) : tell();
}

/** Answers one status in the place of another, after the service has done what it was asked. */
export function swapping(line: RegExp, from: number, to: number): Mutation {
  return changing(line, (response) => (response.status === from ? withStatus(response, to) : response));
}

/** Answers without asking the service. */
export function pretending(line: RegExp, status: number, body: unknown = {}): Mutation {
  return (request, tell) =>
    line.test(`${request.method} ${request.path}`)
      ? Promise.resolve(Response.json(body, { status }))
      : tell();
}

/** Edits JSON bodies of successes. */
export function editing(line: RegExp, edit: (body: Fields, request: LieRequest) => unknown): Mutation {
  return changing(line, (response, request) => {
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return response.ok && isJson ? editBody(response, (body) => edit(body, request)) : response;
  });
}

/** Replaces a text wherever it stands in a response. */
export function replacing(line: RegExp, text: string, other: string): Mutation {
  return changing(
    line,
    async (response) =>
      new Response((await response.text()).replaceAll(text, other), {
        status: response.status,
        headers: response.headers,
      }),
  );
}

/** Edits the events of runs, streamed or not; `null` leaves one out. */
export function editingEvents(
  line: RegExp,
  edit: (event: Fields, request: LieRequest) => Fields | null,
): Mutation {
  return changing(line, async (response, request) => {
    const keep = (event: Fields) => edit(event, request) ?? [];
    if (response.headers.get('content-type')?.includes('json') === true)
      return editBody(response, (body) => {
        if (Array.isArray(body['events'])) body['events'] = (body['events'] as Fields[]).flatMap(keep);
      });
    const frames = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, text]) => JSON.parse(text ?? '') as Fields,
    );
    const text = frames
      .flatMap(keep)
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('');
    return new Response(text, { status: response.status, headers: response.headers });
  });
}

/** Lies only from the request on that comes after so many of a kind. */
export function after(line: RegExp, count: number, mutation: Mutation): Mutation {
  let seen = 0;
  return (request, tell) => {
    const isOver = seen >= count;
    if (line.test(`${request.method} ${request.path}`)) seen += 1;
    return isOver ? mutation(request, tell) : tell();
  };
}
