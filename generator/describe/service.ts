/** Describes the security schemes and the streams of a service as data. */
import type { SchemeSpec } from '../../templates/runtime/server/security.ts';
import type { StreamRules } from '../../templates/runtime/server/stream-frames.ts';
import type { ContractModel, EventStreamDecl, Operation, SecurityScheme } from '../model/contract-model.ts';
import { createSchemaReader, type SchemaReader } from '../schema/schema-reader.ts';
import { isHeaderName } from '../model/check-names.ts';
import { objectAt, textAt } from '../json/json.ts';

/** Describes where the credential of a scheme is in a request. */
export function describeScheme({ name, type, declaration }: SecurityScheme): SchemeSpec {
  // OAuth and OpenID Connect tokens are sent as bearer tokens. Source: RFC 6750.
  if (type === 'oauth2' || type === 'openIdConnect') return { name, kind: 'bearer' };
  if (type === 'apiKey') {
    const place = keyPlaces.find((each) => each === textAt(declaration, 'in'));
    const parameter = textAt(declaration, 'name') ?? name;
    const isPossible = place !== 'header' || isHeaderName(parameter);
    return place !== undefined && isPossible
      ? { name, kind: 'key', in: place, parameter }
      : { name, kind: 'other' };
  }
  const scheme = type === 'http' ? (textAt(declaration, 'scheme') ?? '').toLowerCase() : '';
  return { name, kind: scheme === 'bearer' || scheme === 'basic' ? scheme : 'other' };
}

const keyPlaces = ['header', 'query', 'cookie'] as const;

/** Describes how the events of a stream are written. */
export function describeStream(stream: EventStreamDecl, contract: ContractModel): Omit<StreamRules, 'check'> {
  const shape = shapeOf(stream, createSchemaReader(contract));
  return {
    tag: stream.tag,
    position: positionOf(stream.name, contract.operations) ?? null,
    ...(shape === 'json' ? {} : { shape }),
  };
}

/** The property of an event that a client resumes after, if the description declares one. */
export function positionOf(stream: string, operations: readonly Operation[]): string | undefined {
  return (
    operations
      .filter((operation) => operation.stream?.stream === stream)
      .map(({ extensions }) => textAt(objectAt(extensions, 'x-resume'), 'position'))
      .find((position) => position !== null) ?? undefined
  );
}

/** What the events of a stream are: JSON data, text, or whole frames. */
export type EventShape = 'json' | 'text' | 'frame';

/** A schema with `event` and `data` describes the frame; any other describes the data of the frame. */
export function shapeOf(stream: EventStreamDecl, reader: SchemaReader): EventShape {
  const schemas =
    stream.events.length > 0
      ? stream.events.map(({ schema }) => ({ $ref: `#/components/schemas/${schema}` }))
      : [reader.ofCheck(stream.check)];
  const properties = schemas.map((schema) => reader.propertiesOf(schema));
  if (properties.every((each) => each.has('event') && each.has('data'))) return 'frame';
  return schemas.every((schema) => reader.hasType(schema, 'string')) ? 'text' : 'json';
}
