/** The rules of the tracker, which conform to its description. A fault or a liberty replaces some of them. */
export type Values = Readonly<Record<string, unknown>>;

export type RowKind = 'Organization' | 'Project' | 'Task' | 'Comment';

/** A record of the tracker. Shape: `parent` is the key of the record that it belongs to. */
export interface Row {
  readonly kind: RowKind;
  readonly id: string;
  readonly organization: string;
  readonly parent: string;
  values: Values;
  /** The number of changes. */
  version: number;
  isDeleted: boolean;
}

/** A request, as rules see it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface TrackerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Rules {
  /** Returns the organization of a credential; `null` for none. */
  identify(credential: string | undefined): string | null;
  isReadable(row: Row, organization: string): boolean;
  isListed(row: Row, query: Values): boolean;
  /** Decides about a body or a query. Shape: `isValid` is the verdict of its schema. */
  accepts(isValid: boolean, part: 'body' | 'query'): boolean;
  /** Returns what a new record stores. Shape: `input` has the defaults, `text` is the body as it was sent. */
  create(input: Values, text: string): Values;
  merge: (stored: Values, change: Values) => Values;
  replace: (stored: Values, input: Values) => Values;
  save(row: Row, values: Values): void;
  /** Returns a page of all selected records. */
  page(rows: readonly Row[], start: number, limit: number): readonly Row[];
  total(rows: readonly Row[], page: readonly Row[]): number;
  tag(row: Row): string;
  isUnchanged(tag: string, condition: string): boolean;
  /** Changes a response before it is sent. */
  respond(response: TrackerResponse, asked: Asked): TrackerResponse | Promise<TrackerResponse>;
}

/** The credentials of two organizations. */
export const tokens = { own: 'token-of-ada', other: 'token-of-bo' };

const organizations = new Map([
  [`Bearer ${tokens.own}`, 'org_1'],
  [`Bearer ${tokens.other}`, 'org_2'],
]);

export const rules: Rules = {
  identify: (credential) => organizations.get((credential ?? '').replace(/^bearer /i, 'Bearer ')) ?? null,
  isReadable: (row, organization) => !row.isDeleted && row.organization === organization,
  isListed: (row, { status }) => !row.isDeleted && (status === undefined || row.values['status'] === status),
  accepts: (isValid) => isValid,
  create: (input) => input,
  merge: (stored, change) => ({ ...stored, ...change }),
  replace: (stored, input) => ({ ...stored, ...input }),
  save: (row, values) => {
    row.values = values;
    row.version += 1;
  },
  page: (rows, start, limit) => rows.slice(start, start + limit),
  total: (rows) => rows.length,
  tag: ({ id, version }) => `"${id}-${version}"`,
  isUnchanged: (tag, condition) =>
    condition === '*' ||
    condition.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === tag.replace(/^W\//, '')),
  respond: (response) => response,
};
