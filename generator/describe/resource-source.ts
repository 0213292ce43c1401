/** Describes what the inference of resources reads from a contract. */
import type {
  ResourceSource,
  SourceBody,
  SourceLink,
  SourceOperation,
  SourceResponse,
  SourceSchema,
} from '../../contract/resources/source.ts';
import type {
  BodyContent,
  CheckDecl,
  ContractModel,
  Operation,
  OperationResponse,
  ResponseContent,
  ResponseLink,
} from '../model/contract-model.ts';
import { referredName } from '../schema/keywords.ts';
import { ViewReader } from '../schema/view/read-view.ts';
import { withExamples } from './example-schema.ts';
import { LazySchema } from './lazy-schema.ts';
import { SchemaSource, type Conjunction } from '../schema/view/schema-node.ts';

/** Describes the operations of a contract; schemas are read when they are first used. */
export function describeResourceSource(model: ContractModel): ResourceSource {
  return new SourceReader(model).read();
}

class SourceReader {
  readonly #model: ContractModel;
  readonly #nodes: SchemaSource;
  readonly #views: ViewReader;
  readonly #checks: ReadonlyMap<string, CheckDecl>;
  readonly #schemas = new Map<string, SourceSchema>();
  readonly #operationIds: ReadonlyMap<string, string>;

  constructor(model: ContractModel) {
    this.#model = model;
    this.#nodes = new SchemaSource('', model.schemas);
    this.#views = new ViewReader(this.#nodes);
    this.#checks = new Map(model.checks.map((check) => [check.name, check]));
    this.#operationIds = new Map(model.operations.map(({ method, path, id }) => [`${method} ${path}`, id]));
  }

  read(): ResourceSource {
    return {
      operations: this.#model.operations.map((operation) => this.#operation(operation)),
      sent: this.#model.webhooks.map(({ name, method, callback, check }) => ({
        name,
        method,
        callback,
        check,
        schema: this.#check(check),
      })),
    };
  }

  #operation(operation: Operation): SourceOperation {
    const { id, method, path, summary, description, parameters, body, responses, place } = operation;
    return {
      id,
      method: method.toUpperCase(),
      path,
      pointer: `${place.file}${place.pointer}`,
      text: [summary, description].filter((text) => text !== null).join('\n'),
      parameters: parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        isRequired: parameter.required,
        text: parameter.description ?? '',
        pointer: `${parameter.place.file}${parameter.place.pointer}`,
        schema: this.#check(parameter.check),
      })),
      bodies: (body?.content ?? []).map((content) => this.#body(content)),
      responses: responses.flatMap((response) => this.#responses(response)),
    };
  }

  #body({ mediaType, kind, check, form, items, parts }: BodyContent): SourceBody {
    const name = check ?? form;
    return {
      mediaType,
      schema: name === null ? null : this.#check(name),
      hasFile:
        (kind === 'bytes' && check === null && form === null && items === null) ||
        Object.values(parts).some(({ file }) => file !== null),
    };
  }

  #responses({ status, description, headers, content, links }: OperationResponse): SourceResponse[] {
    // Why: beside plain JSON, other media types have forms of their own, such as that of HAL.
    const isPlain = (body: ResponseContent): boolean =>
      body.kind === 'json' && body.mediaType === 'application/json';
    const ordered = content.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)));
    return ordered.map((body) => ({
      status,
      text: description,
      mediaType: body.kind === 'none' ? null : body.mediaType,
      kind: body.kind,
      schema: this.#responseSchema(body),
      examples: body.kind === 'json' ? body.examples.map(({ value }) => value) : [],
      headers: headers.map(({ name }) => name.toLowerCase()),
      links: links.map((link) => this.#link(link)),
    }));
  }

  #responseSchema(content: ResponseContent): SourceSchema | null {
    if (content.kind === 'json') {
      const schema = this.#check(content.check);
      const examples = content.examples.map(({ value }) => value);
      return examples.length === 0 || this.#isMap(content.check) ? schema : withExamples(schema, examples);
    }
    return content.kind === 'eventStream' ? this.#check(content.stream) : null;
  }

  #link({ name, target, inputs }: ResponseLink): SourceLink {
    const operation = this.#operationIds.get(`${target.method} ${target.path}`) ?? null;
    const parameters = inputs.map((input) => [`${input.in}.${input.name}`, input.value] as const);
    return { name, operation, parameters: Object.fromEntries(parameters) };
  }

  #check(name: string): SourceSchema {
    return this.#schemaOf(this.#nodesOf(name));
  }

  #nodesOf(name: string): Conjunction {
    const check = this.#checks.get(name);
    if (check === undefined) return [];
    const hash = check.pointer.indexOf('#');
    const place = { file: check.pointer.slice(0, hash), pointer: check.pointer.slice(hash) };
    return [this.#nodes.node(check.schema, place, check.component ?? '')];
  }

  /** Returns whether a body is a map of values that have a schema. */
  #isMap(name: string): boolean {
    const view = this.#views.viewOf(this.#nodesOf(name));
    return view.patterns.size > 0 || view.additional.some(({ schema }) => typeof schema !== 'boolean');
  }

  /** Returns the facts of schemas that must all match; the same object for the same schemas. */
  #schemaOf(nodes: Conjunction): SourceSchema {
    const key = nodes.map(({ id }) => id).join('&');
    const existing = this.#schemas.get(key);
    if (existing !== undefined) return existing;
    const schema = new LazySchema(nodes, this.#views, this.#nameOf(nodes), (inner) => this.#schemaOf(inner));
    this.#schemas.set(key, schema);
    return schema;
  }

  /** Returns the component that a schema is or refers to. */
  #nameOf(nodes: Conjunction): string | null {
    const [only] = nodes;
    if (only === undefined || nodes.length > 1) return null;
    const name = referredName(only.schema) ?? only.label;
    return this.#nodes.declared(name) === null ? null : name;
  }
}
