/** One side of a comparison: one state of the documents. */
import type {
  Channel,
  ContractModel,
  EventStreamDecl,
  JsonSchema,
  SecurityScheme,
} from '../model/contract-model.ts';
import type { ReadOperation, RepairedReading, RepairedSchema, ReadServer } from '../model/reading.ts';
import { ViewReader } from '../schema/view/read-view.ts';
import { SchemaSource, type SchemaNode } from '../schema/view/schema-node.ts';
import { findUsedSchemas } from './used-schemas.ts';

/** One state of the documents, ready for comparison. */
export interface Description {
  readonly title: string;
  readonly version: string;
  readonly documents: readonly string[];
  readonly operations: readonly ReadOperation[];
  readonly incoming: readonly ReadOperation[];
  readonly channels: readonly Channel[];
  readonly streams: ReadonlyMap<string, EventStreamDecl>;
  readonly securitySchemes: readonly SecurityScheme[];
  readonly servers: readonly ReadServer[];
  readonly schemas: readonly RepairedSchema[];
  /** Names of the schemas that an operation, a webhook or an event uses. */
  readonly used: ReadonlySet<string>;
  readonly source: SchemaSource;
  readonly views: ViewReader;
  /** Returns the schema of a check by its name; `label` is its position in the operation. */
  readonly checked: (check: string, label: string) => SchemaNode | null;
  /** Returns the same schema without a label and a position. */
  readonly schemaOf: (check: string) => JsonSchema;
}

/** Creates one side of a comparison; `side` identifies which one. */
export function describeDocuments(
  side: 'old' | 'new',
  reading: RepairedReading,
  contract: ContractModel,
): Description {
  const source = new SchemaSource(side, reading.schemas);
  const parts = new Map(reading.parts.map((part) => [part.name, part]));
  const components = new Map([...reading.componentChecks].map(([name, check]) => [check, name]));
  const { title, version, documents, operations, incoming, servers, securitySchemes, schemas } = reading;
  const declared = new Map(schemas.map((schema) => [schema.name, schema.schema]));
  return {
    title,
    version,
    documents,
    operations,
    incoming,
    servers,
    securitySchemes,
    schemas,
    channels: contract.channels,
    streams: new Map(contract.streams.map((stream) => [stream.name, stream])),
    used: findUsedSchemas(reading, contract.channels, contract.streams),
    source,
    views: new ViewReader(source),
    checked: (check, label) => {
      const part = parts.get(check);
      if (part !== undefined) return source.node(part.schema, part.place, label);
      const component = components.get(check);
      return component === undefined ? null : source.declared(component);
    },
    schemaOf: (check) => parts.get(check)?.schema ?? declared.get(components.get(check) ?? '') ?? true,
  };
}
