/** Prints the links of responses: to which operation each leads, and where its input comes from. */
import type { Operation, ResponseLink } from '../../../model/contract-model.ts';
import { docComment } from '../../../schema/types/doc-comment.ts';
import { literalType, objectOf, property } from '../../../schema/types/type-text.ts';

/** Prints the properties of the interface `links`: by operation, status and name. Shape: empty without links. */
export function printLinks(operations: readonly Operation[]): string[] {
  const ids = new Map(operations.map((operation) => [keyOf(operation), operation.id]));
  return operations.flatMap(({ id, responses }) => {
    const byStatus = responses.flatMap(({ status, links }) => {
      const printed = links.flatMap((link) => {
        const target = ids.get(keyOf(link.target));
        return target === undefined ? [] : [printLink(link, target)];
      });
      return printed.length === 0 ? [] : [property({ name: String(status), type: objectOf(printed) })];
    });
    return byStatus.length === 0 ? [] : [property({ name: id, type: objectOf(byStatus) })];
  });
}

function keyOf({ method, path }: ResponseLink['target']): string {
  return `${method} ${path}`;
}

function printLink({ name, description, parameters, body }: ResponseLink, operationId: string): string {
  const properties = [
    property({ name: 'operationId', type: literalType(operationId) }),
    property({ name: 'parameters', type: literalType(parameters) }),
    ...(body === null ? [] : [property({ name: 'requestBody', type: literalType(body.value) })]),
  ];
  const comment = docComment(description === null ? {} : { description });
  return property({ name, type: objectOf(properties), comment });
}
