/**
 * Takes the members out of interfaces that were printed one by one, and lays them out as one module.
 * The frames are what the printer of types puts around them; a printer that puts something else fails here.
 */

/** What one path or one schema is printed as. */
export interface PrintedPart {
  /** Lines of the interface `paths`, or of `schemas` in the interface `components`. */
  readonly members: string;
  /** Lines of the interface `operations`. */
  readonly operations: string;
  /** Whether the helper type of that name is needed. */
  readonly usesWithRequired: boolean;
}

/** The parts of a module of types. */
export interface PrintedModule {
  readonly paths: readonly PrintedPart[];
  readonly schemas: readonly PrintedPart[];
}

interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The interfaces that members are taken out of. */
export const frames = {
  paths: { before: 'export interface paths {\n', after: '}\n' },
  operations: { before: 'export interface operations {\n', after: '}\n' },
  schemas: {
    before: 'export interface components {\n    schemas: {\n',
    after: `    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
`,
  },
} as const satisfies Readonly<Record<string, Frame>>;

/** Takes the members out of one printed interface. Errors: throws when something else was printed. */
export function takeMembers(printed: string, { before, after }: Frame): string {
  if (!printed.startsWith(before) || !printed.endsWith(after)) {
    throw new Error(`The printer of types writes ${JSON.stringify(printed.slice(0, 80))}`);
  }
  return printed.slice(before.length, -after.length);
}

/** The last method that the printer of types knows, in a path item. */
const LAST_METHOD = /^ {8}trace\??: [^\n]*;\n/m;

/**
 * Adds the method of OpenAPI 3.2 that the printer of types does not know to a path item.
 * Errors: throws when something else was printed.
 */
export function insertQuery(members: string, operation: string): string {
  if (!LAST_METHOD.test(members))
    throw new Error(`The printer of types writes ${JSON.stringify(members.slice(0, 80))}`);
  const member = `        query: operations[${JSON.stringify(operation)}];\n`;
  return members.replace(LAST_METHOD, (last) => last + member);
}

/** Lays a module out. */
export function joinModule({ paths, schemas }: PrintedModule): string {
  const operations = paths.map((path) => path.operations).join('');
  const helper = [...paths, ...schemas].some((part) => part.usesWithRequired) ? WITH_REQUIRED : '';
  return [
    paths.length > 0 ? enclose(frames.paths, paths) : empty('paths'),
    empty('webhooks'),
    schemas.length > 0 ? enclose(frames.schemas, schemas) : NO_SCHEMAS,
    empty('$defs'),
    operations === ''
      ? `${helper}${empty('operations')}`
      : `${around(frames.operations, operations)}${helper}`,
  ].join('');
}

// Why: the printer asks for `K extends keyof T`, which a nullable object does not have, nor a union of different objects.
const WITH_REQUIRED = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, Extract<keyof T, K>>> : T;
`;

const NO_SCHEMAS =
  frames.schemas.before.replace('schemas: {\n', 'schemas: never;\n') +
  frames.schemas.after.slice('    };\n'.length);

function enclose(frame: Frame, parts: readonly PrintedPart[]): string {
  return around(frame, parts.map(({ members }) => members).join(''));
}

function around({ before, after }: Frame, members: string): string {
  return `${before}${members}${after}`;
}

function empty(name: string): string {
  return `export type ${name} = Record<string, never>;\n`;
}
