/**
 * Assigns names to the exports of the client, in addition to the names that all files share. A client name never
 * changes a shared one: on a conflict the client's name is changed.
 */
import { toIdentifier } from '../model/check-names.ts';
import { identifier, toTypeName } from './identifier.ts';
import type { Names } from './resolve-names.ts';
import type { ContractModel, Operation } from '../model/contract-model.ts';
import { ts, type TsText } from '../print/ts-text.ts';

/** The unit of pagination of a list operation: pages, or polls. */
export type PaginationKind = 'pages' | 'poll';

export interface ClientNames {
  readonly operations: ReadonlyMap<string, ClientOperationNames>;
  /** The constant of each security scheme, by its name. */
  readonly schemes: ReadonlyMap<string, TsText>;
  /** The type of the credentials. */
  readonly auth: TsText;
  /** The types that list the responses of each operation, and all methods. */
  readonly results: TsText;
  readonly api: TsText;
  /** A variable for a client next to all functions. */
  readonly client: TsText;
  /** A parameter with the configuration of a client next to all functions. */
  readonly config: TsText;
  /** Returns the name of a runtime function or type in the file, and imports it. */
  local(exported: string): TsText;
  /** Lists the names that were requested with `local`. */
  used(): ReadonlySet<string>;
  /** Returns the import specifier: `send`, or `send as send2` if an operation has that name. */
  imported(exported: string): TsText;
}

export interface ClientOperationNames {
  /** The function. */
  readonly call: TsText;
  /** The constant that describes the call. */
  readonly spec: TsText;
  readonly input: TsText;
  readonly result: TsText;
  /** The inputs of both forms of an operation that streams only on request, and the result of the stream. */
  readonly jsonInput: TsText;
  readonly streamInput: TsText;
  readonly streamResult: TsText;
  /** The function that iterates over a list. */
  readonly pagination: TsText;
}

/** Names that the client re-exports from the runtime; no operation may use them. */
export const exportedValues: readonly string[] = [
  'AbortError',
  'ApiError',
  'ClientError',
  'MalformedEventError',
  'MalformedResponseError',
  'NetworkError',
  'PaginationError',
  'RequestError',
  'StreamBrokenError',
  'TimeoutError',
  'UnexpectedStatusError',
  'formPart',
  'isOk',
  'logRequests',
  'ok',
  'refreshOn401',
];

/** Types that the client re-exports from the runtime; a module exports each name once. */
const exportedTypes = [
  'ApiResponse',
  'AnyApiResponse',
  'ApiErrorOf',
  'CallOptions',
  'Client',
  'ClientConfig',
  'Credential',
  'CredentialRequest',
  'EventSequence',
  'Fetch',
  'FetchInit',
  'HeaderFields',
  'HookError',
  'HookRequest',
  'HookResponse',
  'Hooks',
  'Pages',
  'PollOptions',
  'RequestLogEntry',
  'ResponseFacts',
  'RetryPolicy',
  'SequenceOptions',
  'Success',
  'Timing',
  'UserAndPassword',
];

const ownValues = ['createClient', 'createApi', 'isErrorOf'];
const ownTypes = ['Auth', 'Results', 'Api'];

/** Verbs that the name of a pagination function drops: `paginateAgents` iterates over `listAgents`. */
const verbs: Record<PaginationKind, RegExp> = {
  pages: /^(list|get|search|find|query|fetch|read)(?=[A-Z])/,
  poll: /^(poll|list|get|read|fetch)(?=[A-Z])/,
};
const paginationVerb: Record<PaginationKind, string> = { pages: 'paginate', poll: 'follow' };

/** Resolves the names of a client; `paginations` contains the operations that are paginated lists. */
export function resolveClientNames(
  contract: ContractModel,
  names: Names,
  paginations: ReadonlyMap<string, PaginationKind>,
): ClientNames {
  const values = createScope([...exportedValues, ...exportedTypes, ...ownValues, ...ownTypes]);
  const calls = new Map(
    contract.operations.map(({ id, name }) => {
      const handler = names.operations.get(id)?.handler.toString() ?? name;
      return [id, values.claim(handler, `${handler}Operation`)] as const;
    }),
  );
  // `api.ts` imports the functions of operations and their types, so their names must differ.
  const types = createScope(
    namesOf([...names.schemas.values(), ...names.checks.values(), ...calls.values()]),
  );
  const [auth = ts``, results = ts``, api = ts``] = ownTypes.map((name) =>
    types.claim(name, `Client${name}`),
  );
  const operations = new Map(
    contract.operations.map((operation) => [
      operation.id,
      nameOperation(operation, calls.get(operation.id) ?? ts``, paginations.get(operation.id), types, values),
    ]),
  );
  const schemes = new Map(
    contract.securitySchemes.map(({ name }) => [name, values.claim(`${toIdentifier(name)}Scheme`)]),
  );
  const used = new Map<string, TsText>();
  const local = localNames(types, values, used);
  return {
    operations,
    schemes,
    auth,
    results,
    api,
    client: values.claim('client', 'ownClient'),
    config: values.claim('config', 'ownConfig'),
    local,
    used: () => new Set(used.keys()),
    imported: (exported) => {
      const name = local(exported);
      return name.toString() === exported ? name : ts`${identifier(exported)} as ${name}`;
    },
  };
}

function nameOperation(
  { name }: Operation,
  call: TsText,
  pagination: PaginationKind | undefined,
  types: Scope,
  values: Scope,
): ClientOperationNames {
  const pascal = toTypeName(name);
  const named = (part: string): TsText => types.claim(`${pascal}${part}`, `${pascal}Client${part}`);
  return {
    call,
    spec: values.claim(`${call.toString()}Call`),
    input: named('Input'),
    result: named('Result'),
    jsonInput: named('JsonInput'),
    streamInput: named('StreamInput'),
    streamResult: named('StreamResult'),
    pagination: pagination === undefined ? ts`` : namePagination(name, pagination, values),
  };
}

function namePagination(name: string, pagination: PaginationKind, values: Scope): TsText {
  const short = toTypeName(name.replace(verbs[pagination], ''));
  return values.claim(
    `${paginationVerb[pagination]}${short}`,
    `${paginationVerb[pagination]}${toTypeName(name)}`,
  );
}

/** Claims the names of imports last, and only when they are used. */
function localNames(types: Scope, values: Scope, claimed: Map<string, TsText>): (exported: string) => TsText {
  return (exported) => {
    const before = claimed.get(exported);
    if (before !== undefined) return before;
    const name = /^[A-Z]/.test(exported)
      ? types.claim(exported, besideSchema(exported))
      : values.claim(exported);
    claimed.set(exported, name);
    return name;
  };
}

/** Returns the name of a runtime type whose name a schema has: `ApiClient` for `Client`. */
function besideSchema(exported: string): string {
  return exported.startsWith('Api') ? `Client${exported}` : `Api${exported}`;
}

export interface Scope {
  /** Returns a free name: the wanted one, the second one, or the wanted one with a number. */
  claim(wanted: string, second?: string): TsText;
}

export function createScope(taken: Iterable<string>): Scope {
  const names = new Set(taken);
  return {
    claim(wanted, second = wanted) {
      let name = names.has(wanted) ? second : wanted;
      for (let number = 2; names.has(name); number++) name = `${wanted}${number}`;
      names.add(name);
      return identifier(name);
    },
  };
}

function namesOf(texts: readonly TsText[]): string[] {
  return texts.map(String);
}
