/** Prints paths and operations. */
import type { Body, Operation, OperationResponse, ResponseContent } from '../../../model/contract-model.ts';
import { docComment } from '../../../schema/types/doc-comment.ts';
import {
  NEVER,
  STRING,
  UNKNOWN,
  indexSignature,
  lookupType,
  objectOf,
  property,
  type Property,
  type TypeText,
} from '../../../schema/types/type-text.ts';

/** Returns the type of the values that a check accepts. */
export type TypeOf = (check: string) => TypeText;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const places = ['query', 'header', 'path', 'cookie'] as const;

/** Groups operations by path. Shape: those of a path in the order in which they are printed. */
export function groupByPath(
  operations: readonly Operation[],
): (readonly [path: string, operations: Operation[]])[] {
  const order = [...methods, 'query'];
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, own]) => [
    path,
    own.toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method)),
  ]);
}

/** Prints a property of the interface `paths`: the operations of one path, by method. */
export function printPath(path: string, operations: readonly Operation[]): string {
  const byMethod = new Map(operations.map((operation) => [operation.method, operation]));
  const query = byMethod.get('query');
  const properties = [
    printParameters([], () => NEVER),
    ...methods.map((method) => {
      const operation = byMethod.get(method);
      return operation === undefined
        ? absent(method)
        : property({ name: method, type: operationType(operation), comment: commentOf(operation) });
    }),
    ...(query === undefined ? [] : [property({ name: 'query', type: operationType(query) })]),
  ];
  return property({ name: path, type: objectOf(properties) });
}

/** Prints a property of the interface `operations`. */
export function printOperation({ id, parameters, body, responses }: Operation, typeOf: TypeOf): string {
  const properties = [
    printParameters(parameters, typeOf),
    body === null ? absent('requestBody') : printBody(body, typeOf),
    property({
      name: 'responses',
      type: objectOrNever(
        keyed(responses, ({ status }) => String(status)).map(([name, response]) =>
          property({
            name,
            type: responseType(response, typeOf),
            comment: docComment({ description: response.description }),
          }),
        ),
      ),
    }),
  ];
  return property({ name: id, type: objectOf(properties) });
}

function operationType({ id }: Operation): TypeText {
  return lookupType('operations', id);
}

function commentOf({ summary, description, deprecated }: Operation): string {
  return docComment({
    ...(summary === null ? {} : { summary }),
    ...(description === null ? {} : { description }),
    deprecated,
  });
}

function printParameters(parameters: Operation['parameters'], typeOf: TypeOf): string {
  const distinct = keyed(parameters, (parameter) => `${parameter.in}-${parameter.name}`);
  const properties = places.map((place) => {
    const own = distinct.flatMap(([, parameter]): Property[] => {
      const { name, description, required, check } = parameter;
      if (parameter.in !== place) return [];
      const comment = docComment(description === null ? {} : { description });
      return [{ name, type: typeOf(check), isOptional: place !== 'path' && !required, comment }];
    });
    const isOptional = own.every((each) => each.isOptional === true);
    return property({ name: place, type: objectOrNever(own.map(property)), isOptional });
  });
  return property({ name: 'parameters', type: objectOf(properties) });
}

function printBody({ required, content }: Body, typeOf: TypeOf): string {
  const properties = keyed(content, ({ mediaType }) => mediaType).map(([name, { check, form }]) =>
    property({ name, type: (check ?? form) === null ? UNKNOWN : typeOf(check ?? form ?? '') }),
  );
  const types = objectOf(properties.length === 0 ? [absent('*/*')] : properties);
  const type = objectOf([property({ name: 'content', type: types })]);
  return property({ name: 'requestBody', type, isOptional: !required });
}

function responseType({ headers, content }: OperationResponse, typeOf: TypeOf): TypeText {
  const bodies = content.filter((body) => body.kind !== 'none');
  const types = keyed(bodies, ({ mediaType }) => mediaType).map(([name, body]) =>
    property({ name, type: contentType(body, typeOf) }),
  );
  const named = keyed(headers, ({ name }) => name).map(([name, { required, check }]) =>
    property({ name, type: typeOf(check), isOptional: !required }),
  );
  return objectOf([
    property({ name: 'headers', type: objectOf([...named, indexSignature('name', UNKNOWN)]) }),
    types.length === 0 ? absent('content') : property({ name: 'content', type: objectOf(types) }),
  ]);
}

function contentType(content: ResponseContent, typeOf: TypeOf): TypeText {
  if (content.kind === 'json') return typeOf(content.check);
  return content.kind === 'bytes' || content.kind === 'none' ? UNKNOWN : STRING;
}

function absent(name: string): string {
  return property({ name, type: NEVER, isOptional: true });
}

function objectOrNever(properties: readonly string[]): TypeText {
  return properties.length === 0 ? NEVER : objectOf(properties);
}

/** Indexes a list; of entries with the same key the last one counts. Shape: numeric keys first, ascending. */
function keyed<T>(list: readonly T[], keyOf: (each: T) => string): (readonly [key: string, each: T])[] {
  return Object.entries(Object.fromEntries(list.map((each) => [keyOf(each), each])));
}
