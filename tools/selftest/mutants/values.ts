/** Defects of stored values: they are changed, dropped, cut or mixed up. */
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import { bodyOf, editRequest, parseBody, withBody, withJson } from '../mutations/request-mutations.ts';
import { editJson, fieldsOf, isFields } from '../mutations/response-mutations.ts';
import { replaceRequest } from '../mutations/scenario-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

/** Defects of stored values. */
export const valueMutants: readonly MutantRow[] = [
  {
    id: 'text-normalized',
    check: 'VALUE01',
    description: 'normalizes the text of configurations',
    mutation: editConfig((text) => text.normalize('NFKC')),
  },
  {
    id: 'emoji-lost',
    check: 'VALUE01',
    description: 'replaces characters beyond the Basic Multilingual Plane',
    mutation: editConfig((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  },
  {
    id: 'numbers-in-32-bits',
    check: 'VALUE02',
    description: 'stores integers with 32 bits',
    mutation: editValues((value) => (Number.isInteger(value) ? Number(value) | 0 : value)),
  },
  {
    id: 'empties-dropped',
    check: 'VALUE03',
    description: 'drops empty values',
    mutation: editValues((value) => (value === '' || value === false ? undefined : value)),
  },
  {
    id: 'names-in-lower-case',
    check: 'VALUE04',
    description: 'writes the names of properties in lower case',
    mutation: editNames((name) => name.toLowerCase()),
  },
  {
    id: 'long-text-cut',
    check: 'VALUE05',
    description: 'cuts long texts',
    mutation: editConfig((text) => text.slice(0, 50_000)),
  },
  {
    id: 'id-in-any-case',
    check: 'VALUE06',
    description: 'finds agents by their id in any capitals',
    mutation: replaceRequest({ operation: 'getAgent' }, (request) => ({
      ...request,
      path: request.path.replace(/\/agents\/([^/]+)$/, (_, id: string) => `/agents/${id.toLowerCase()}`),
    })),
  },
  {
    id: 'row-differs',
    check: 'VALUE07',
    description: 'lists agents under names in capitals',
    mutation: editJson({ operation: 'listAgents', status: 200 }, (page) => {
      for (const row of Array.isArray(page['data']) ? page['data'] : [])
        if (isFields(row)) row['name'] = String(row['name']).toUpperCase();
    }),
  },
  {
    id: 'icon-not-updated',
    check: 'VALUE08',
    description: 'ignores the icon in an update',
    mutation: editRequest({ operation: 'updateAgent' }, (body) => {
      delete body['icon'];
    }),
  },
  {
    id: 'lost-update',
    check: 'VALUE09',
    description: 'keeps only one of several concurrent updates',
    mutation: loseConcurrent,
  },
  {
    id: 'neighbour-updated',
    check: 'VALUE10',
    description: 'updates every agent with the name of the updated one',
    mutation: updateNeighbour,
  },
  {
    id: 'rejected-and-kept',
    check: 'VALUE11',
    description: 'keeps the valid part of an update that it rejects',
    mutation: keepValidPart,
  },
];

/** Changes every value in the configuration of a returned agent; `undefined` drops it. */
function editValues(change: (value: unknown) => unknown): Mutation {
  return editAgentConfig((name, value) => [name, change(value)]);
}

function editConfig(change: (text: string) => string): Mutation {
  return editValues((value) => (typeof value === 'string' ? change(value) : value));
}

function editNames(change: (name: string) => string): Mutation {
  return editAgentConfig((name, value) => [change(name), value]);
}

function editAgentConfig(change: (name: string, value: unknown) => readonly [string, unknown]): Mutation {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const [newName, changed] = change(name, inner);
        return changed === undefined ? [] : [[newName, walk(changed)]];
      }),
    );
  };
  return editJson({ operation: 'getAgent', status: 200 }, (agent) => {
    agent['config'] = walk(agent['config']);
  });
}

/** Drops an update that arrives while another one is in progress. */
function loseConcurrent(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let isBusy = false;
  return async (request) => {
    if (!matchesRequest({ operation: 'updateAgent' }, request)) return serve(request);
    const bytes = await bodyOf(request);
    if (isBusy) return serve(withJson(request, {}));
    isBusy = true;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      return await serve(withBody(request, bytes));
    } finally {
      isBusy = false;
    }
  };
}

function updateNeighbour(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const ids: string[] = [];
  return async (request) => {
    if (matchesRequest({ operation: 'createAgent' }, request)) {
      const response = await serve(request);
      const text = response.body.kind === 'text' ? response.body.text : '{}';
      ids.push(String(fieldsOf(JSON.parse(text))['id']));
      return response;
    }
    if (!matchesRequest({ operation: 'updateAgent' }, request)) return serve(request);
    const bytes = await bodyOf(request);
    for (const id of ids)
      await serve({
        ...withBody(request, bytes),
        path: request.path.replace(/\/agents\/[^/]+$/, `/agents/${id}`),
      });
    return serve(withBody(request, bytes));
  };
}

function keepValidPart(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  return async (request) => {
    if (!matchesRequest({ operation: 'updateAgent' }, request)) return serve(request);
    const bytes = await bodyOf(request);
    const { description } = fieldsOf(parseBody(bytes));
    const response = await serve(withBody(request, bytes));
    if (response.status === 400 && description !== undefined) await serve(withJson(request, { description }));
    return response;
  };
}
