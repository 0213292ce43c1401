/**
 * Assigns names to all exports of the output, once for all files. Types share one set of names and values another,
 * since one barrel exports them all.
 */
import { nameEnums, type NamedEnum } from './enum-names.ts';
import { hidesGlobal, identifier, toTypeName } from './identifier.ts';
import { nameInOrder, toIdentifier, toPascal } from '../model/check-names.ts';
import type { Renames } from '../model/operation-names.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { ContractModel, EventStreamDecl, JsonSchema, SchemaDecl } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { EnumForm } from '../schema/enum-values.ts';
import type { TsText } from '../print/ts-text.ts';
import { scalarType } from '../schema/keywords.ts';

/** The names of one target. */
export interface Names {
  /** Type of each declaration, by its name. */
  readonly schemas: ReadonlyMap<string, TsText>;
  /** Type of the values that each check accepts, by the name of the check. */
  readonly checks: ReadonlyMap<string, TsText>;
  readonly operations: ReadonlyMap<string, OperationNames>;
  readonly streams: ReadonlyMap<string, StreamNames>;
  /** The guard of each declaration that is an event, by the name of the declaration. */
  readonly guards: ReadonlyMap<string, TsText>;
  readonly channels: ReadonlyMap<string, ChannelNames>;
  /** The enums with an object; empty unless they are requested. */
  readonly enums: readonly NamedEnum[];
}

export interface OperationNames {
  /** Property of `Handlers`. */
  readonly handler: TsText;
  readonly request: TsText;
  readonly response: TsText;
}

/** The names of a stream of events. */
export interface StreamNames {
  readonly union: TsText;
  readonly type: TsText;
  readonly types: TsText;
  readonly terminalTypes: TsText;
  readonly pausingTypes: TsText;
  readonly keepaliveTypes: TsText;
  readonly isTerminal: TsText;
  readonly isPausing: TsText;
}

/** The names of a polled channel. */
export interface ChannelNames {
  readonly messageNames: TsText;
  readonly messageName: TsText;
}

/** Names of the fixed parts of the output. */
const fixedTypes = [
  'Handlers',
  'HeaderValue',
  'ResponseHeaders',
  'EventStream',
  'HttpStatus',
  'HttpStatus1XX',
  'HttpStatus2XX',
  'HttpStatus3XX',
  'HttpStatus4XX',
  'HttpStatus5XX',
  'WithRequired',
  '_',
];
/** Why: a module or an object with an export or property `then` would be called when it is awaited. */
const fixedValues = ['then', 'operations', 'operationIds', 'checks', 'manifest', 'validateSchema'];

/**
 * Resolves every name.
 *
 * Shape: a name does not change with other parts of the document, unless two want the same name; then it goes to the
 * one with exactly that spelling, and the others get a number in the order of their spelling.
 * Errors: NAME_CHANGED (reported).
 */
export function resolveNames(
  contract: ContractModel,
  report: Report,
  enums: EnumForm = 'union',
  renames: Renames['schemas'] = {},
): Names {
  const types = createScope(fixedTypes);
  const values = createScope(fixedValues);
  // Before operations, so that a schema with a usual name such as `CreatePetRequest` keeps it.
  const schemas = nameSchemas(contract, types, renames, report);
  const wanted = new Map(contract.operations.map(({ id, name }) => [id, name]));
  const wantedBy = (id: string): string => wanted.get(id) ?? id;
  const operations = nameInOrder([...wanted.keys()], wantedBy, (id) =>
    nameOperation(wantedBy(id), types, values),
  );
  const checks = new Map<string, TsText>();
  for (const { name, component } of contract.checks) {
    const ofSchema = component === null ? undefined : schemas.get(component);
    checks.set(name, ofSchema ?? identifier(types.claim(toTypeName(name))));
  }
  const streams = new Map(
    contract.streams.map((stream) => [stream.name, nameStream(stream, checks, types, values)]),
  );
  const guards = nameGuards(contract, schemas, values);
  const scopes = {
    claimType: (wanted: string) => types.claim(wanted),
    claimValue: (wanted: string) => values.claim(wanted),
  };
  return {
    schemas,
    checks,
    operations,
    streams,
    guards,
    enums: enums !== 'union' ? nameEnums(typesOf(contract, schemas, checks), scopes) : [],
    channels: new Map(
      contract.channels.map(({ id }) => [
        id,
        {
          messageNames: identifier(values.claim(`${toIdentifier(id)}MessageNames`)),
          messageName: identifier(types.claim(`${toTypeName(id)}MessageName`)),
        },
      ]),
    ),
  };
}

/** Returns the type of each schema and of each inline one. */
function* typesOf(
  contract: ContractModel,
  schemas: Names['schemas'],
  checks: Names['checks'],
): Generator<readonly [type: TsText, schema: JsonSchema]> {
  for (const { name, schema } of contract.schemas) {
    const type = schemas.get(name);
    if (type !== undefined) yield [type, schema];
  }
  for (const { name, component, schema } of contract.checks) {
    const type = component === null && scalarType(schema) === null ? checks.get(name) : undefined;
    if (type !== undefined) yield [type, schema];
  }
}

interface Scope {
  /** Claims the wanted name, else the second choice, else the wanted name with a number. */
  claim(wanted: string, second?: string): string;
}

function createScope(taken: readonly string[]): Scope {
  const names = new Set(taken);
  return {
    claim(wanted, second = wanted) {
      let name = names.has(wanted) ? second : wanted;
      for (let number = 2; names.has(name); number++) name = `${wanted}${number}`;
      names.add(name);
      return name;
    },
  };
}

function nameSchemas(
  contract: ContractModel,
  types: Scope,
  renames: NonNullable<Renames['schemas']>,
  report: Report,
): ReadonlyMap<string, TsText> {
  const declared = new Map(contract.schemas.map((schema) => [schema.name, schema]));
  const wanted = new Map(contract.schemas.map((schema) => [schema.name, wantedType(schema)]));
  const named = new Map<string, TsText>();
  for (const [key, name] of Object.entries(renames)) {
    if (declared.has(key)) named.set(key, identifier(types.claim(name)));
    else report('RENAME_UNUSED', null, { kind: 'schema', id: key, meant: closestWord(key, declared.keys()) });
  }
  const others = [...declared.keys()].filter((key) => !named.has(key));
  const inOrder = nameInOrder(
    others,
    (key) => wanted.get(key) ?? key,
    (key) => {
      const name = wanted.get(key) ?? key;
      const claimed = types.claim(name, `${name}Schema`);
      const reason = reasonOf(name, claimed, declared.get(key));
      if (reason !== null)
        report('NAME_CHANGED', declared.get(key)?.place ?? null, { name: key, renamed: claimed, reason });
      return identifier(claimed);
    },
  );
  return new Map([...named, ...inOrder]);
}

/** Returns why a type and its schema have different names; `null` if the reason is obvious. */
function reasonOf(wanted: string, claimed: string, schema: SchemaDecl | undefined): string | null {
  if (claimed !== wanted) return 'the name is taken';
  const hides = schema !== undefined && schema.event === null && hidesGlobal(toTypeName(schema.name));
  return hides ? 'a global type has that name' : null;
}

function wantedType({ name, event }: SchemaDecl): string {
  const type = toTypeName(name);
  if (event !== null) return type.endsWith('Event') ? type : `${type}Event`;
  return hidesGlobal(type) ? `${type}Schema` : type;
}

function nameOperation(name: string, types: Scope, values: Scope): OperationNames {
  const type = toTypeName(name);
  return {
    handler: identifier(values.claim(name, `${name}Operation`)),
    request: identifier(types.claim(`${type}Request`, `${type}HandlerRequest`)),
    response: identifier(types.claim(`${type}HandlerResponse`)),
  };
}

function nameStream(
  { name }: EventStreamDecl,
  checks: ReadonlyMap<string, TsText>,
  types: Scope,
  values: Scope,
): StreamNames {
  const union = checks.get(name) ?? identifier(types.claim(toTypeName(name)));
  const base = toIdentifier(toTypeName(name).replace(/^./, (first) => first.toLowerCase()));
  const pascal = toTypeName(name);
  return {
    union,
    type: identifier(types.claim(`${pascal}Type`)),
    types: identifier(values.claim(`${base}Types`)),
    terminalTypes: identifier(values.claim(`${base}TerminalTypes`)),
    pausingTypes: identifier(values.claim(`${base}PausingTypes`)),
    keepaliveTypes: identifier(values.claim(`${base}KeepaliveTypes`)),
    isTerminal: identifier(values.claim(`is${pascal}Terminal`)),
    isPausing: identifier(values.claim(`is${pascal}Pausing`)),
  };
}

function nameGuards(
  contract: ContractModel,
  schemas: ReadonlyMap<string, TsText>,
  values: Scope,
): ReadonlyMap<string, TsText> {
  const eventSchemas = new Set(contract.streams.flatMap(({ events }) => events.map(({ schema }) => schema)));
  return new Map(
    [...eventSchemas].map((name) => [
      name,
      identifier(values.claim(`is${schemas.get(name)?.toString() ?? toPascal(name)}`)),
    ]),
  );
}
