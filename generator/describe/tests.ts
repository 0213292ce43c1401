/** Describes the links between operations, and how each operation is tested. */
import type { OperationLink, OperationTest } from '../../templates/runtime/testing/operation-test.ts';
import type { ContractModel } from '../model/contract-model.ts';

/** Describes the links of a contract. Shape: in its order; without those to operations that are not in it. */
export function describeLinks({ operations }: ContractModel): OperationLink[] {
  const ids = new Map(operations.map(({ method, path, id }) => [`${method} ${path}`, id]));
  return operations.flatMap(({ id: from, responses }) =>
    responses.flatMap(({ status, links }) =>
      links.flatMap(({ name, target, inputs, body }): OperationLink[] => {
        const to = ids.get(`${target.method} ${target.path}`);
        if (to === undefined) return [];
        const parameters = Object.fromEntries(
          inputs.map((input) => [`${input.in}.${input.name}`, input.value]),
        );
        return [{ name, from, status, to, parameters, ...(body === null ? {} : { body: body.value }) }];
      }),
    ),
  );
}

/** Describes how operations are tested, by operation id. */
export function describeTests({ operations }: ContractModel): Record<string, OperationTest> {
  return Object.fromEntries(operations.flatMap(({ id, test }) => (test === null ? [] : [[id, test]])));
}
