/** Checks `x-test` of operations against their parameters, their bodies, and the links between them. */
import type { InvalidRequest } from '../../templates/runtime/testing/operation-test.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { createSchemaReader, type SchemaReader } from '../schema/schema-reader.ts';
import { childPointer, isObject } from '../json/json.ts';
import type { ContractModel, Operation, ParameterPlace } from '../model/contract-model.ts';

/** Checks the tests of a contract. Errors: TEST_INVALID (reported). */
export function checkTests(contract: ContractModel, report: Report): void {
  const reader = createSchemaReader(contract);
  const linked = linkedParameters(contract);
  for (const operation of contract.operations)
    if (operation.test !== null) new TestChecker(operation, reader, linked, report).check(operation.test);
}

/** Lists the parameters that links lead to: `get /agents/{id} path.id`. */
function linkedParameters({ operations }: ContractModel): ReadonlySet<string> {
  const links = operations.flatMap(({ responses }) => responses.flatMap(({ links: each }) => each));
  return new Set(
    links.flatMap(({ target: { method, path }, inputs }) =>
      inputs.map((input) => `${method} ${path} ${input.in}.${input.name}`),
    ),
  );
}

type Keys = readonly (string | number)[];

class TestChecker {
  readonly #operation: Operation;
  readonly #linked: ReadonlySet<string>;
  readonly #report: Report;
  /** `null` for a body whose properties are not described. */
  readonly #properties: readonly string[] | null;

  constructor(operation: Operation, reader: SchemaReader, linked: ReadonlySet<string>, report: Report) {
    this.#operation = operation;
    this.#linked = linked;
    this.#report = report;
    const schemas = (operation.body?.content ?? []).flatMap(({ check }) =>
      check === null ? [] : [reader.ofCheck(check)],
    );
    const names = schemas.flatMap((schema) => [...reader.propertiesOf(schema).keys()]);
    this.#properties = schemas.length > 0 && names.length === 0 ? null : names;
  }

  check({ unique = [], conditional = [], record, invalid = [] }: NonNullable<Operation['test']>): void {
    for (const [index, name] of unique.entries()) this.#checkProperty(name, ['unique', index]);
    for (const [index, name] of conditional.entries()) this.#checkProperty(name, ['conditional', index]);
    if (record === 'scratch' && !this.#names('path').some((name) => this.#isLinked(name)))
      this.#fault(['record'], 'needs a link from the operation that creates the record');
    for (const [index, { change }] of invalid.entries())
      this.#checkChange(change, ['invalid', index, 'change']);
  }

  #checkChange({ body = {}, query = {}, path = {} }: InvalidRequest['change'], keys: Keys): void {
    for (const name of Object.keys(body)) this.#checkProperty(name, [...keys, 'body', name]);
    for (const name of Object.keys(query)) this.#checkParameter(name, 'query', [...keys, 'query', name]);
    for (const [name, value] of Object.entries(path)) {
      this.#checkParameter(name, 'path', [...keys, 'path', name]);
      if (isObject(value) && value['generate'] === 'otherRecord' && !this.#isLinked(name))
        this.#fault([...keys, 'path', name], 'needs a link from the operation that creates the other record');
    }
  }

  #checkProperty(name: string, keys: Keys): void {
    if (this.#properties?.includes(name) === false)
      this.#fault(keys, `names no property of the body: \`${name}\``, closestWord(name, this.#properties));
  }

  #checkParameter(name: string, place: ParameterPlace, keys: Keys): void {
    const names = this.#names(place);
    if (!names.includes(name))
      this.#fault(keys, `names no ${place} parameter: \`${name}\``, closestWord(name, names));
  }

  #names(place: ParameterPlace): readonly string[] {
    return this.#operation.parameters.filter((each) => each.in === place).map(({ name }) => name);
  }

  #isLinked(name: string): boolean {
    const { method, path } = this.#operation;
    return this.#linked.has(`${method} ${path} path.${name}`);
  }

  #fault(keys: Keys, problem: string, closest: string | null = null): void {
    const { file, pointer } = this.#operation.place;
    const place = { file, pointer: childPointer(pointer, 'x-test', ...keys) };
    const suggestion = closest === null ? '' : ` Did you mean ${closest}?`;
    this.#report('TEST_INVALID', place, {
      problem: `x-test.${keys.join('.')} ${problem}.${suggestion}`,
    });
  }
}
