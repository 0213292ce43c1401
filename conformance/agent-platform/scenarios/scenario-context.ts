/** The tools of one scenario check. */
import type { OperationId } from '../../../generated/service/operations.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RecordedBody } from '../../model/exchange.ts';
import { isFields, type JsonFields } from '../../model/json-fields.ts';
import type { RunTemplate } from '../../model/test-environment.ts';
import type { CheckEnvironment } from '../../plugin.ts';
import { planOf } from '../../requests/request-form.ts';
import { CheckTools } from '../../play/play-check.ts';
import { agentPlatformContract, operationById } from '../contract.ts';
import type { Abilities } from '../driver/abilities.ts';
import { baseOf } from '../requests/request-traits.ts';
import { describeResponse, isSuccess } from './call-response.ts';
import { readRun } from './play-run.ts';
import type { PlayedRun } from './played-run.ts';
import { redactAbilities } from './redact-abilities.ts';
import type { CheckContext, OperationInput, ReceivedResponse, PlayOptions } from './scenario-check.ts';

export class ScenarioContext extends CheckTools implements CheckContext {
  readonly abilities: Required<Abilities>;
  readonly #place: CheckEnvironment;

  constructor(place: CheckEnvironment) {
    super({ contract: agentPlatformContract, wire: place.wire });
    this.#place = place;
    this.abilities = redactAbilities(place.session.abilities, place.secrets) as Required<Abilities>;
  }

  get environment(): CheckContext['environment'] {
    return this.#place.session.environment;
  }

  get seed(): number {
    return this.#place.seed;
  }

  profileOf(key: string, name: string): string {
    this.keepSecret(name, key);
    return this.#place.secrets.nameOf(key) ?? name;
  }

  keepSecret(name: string, value: string): void {
    this.#place.secrets.learn(name, value);
  }

  async call<Id extends OperationId>(id: Id, input: OperationInput<Id> = {}): Promise<ReceivedResponse> {
    const { path = {}, query = {}, headers, body, profile = 'full' } = input;
    const { base } = baseOf(operationById(id), this.environment);
    const exchange = await this.send(
      planOf({
        ...base,
        path: { ...base.path, ...path },
        query: { ...base.query, ...textsOf(query) },
        headers: headers === undefined ? base.headers : Object.entries(headers),
        body: body === undefined ? base.body : { kind: 'json', value: body as JsonValue },
        profile,
      }),
    );
    const { response } = exchange;
    return {
      status: response?.status ?? 0,
      body: response === null ? undefined : valueOf(response.body),
      exchange,
      header: (name) => response?.headers[name.toLowerCase()] ?? null,
    };
  }

  async need<Id extends OperationId>(id: Id, input?: OperationInput<Id>): Promise<unknown> {
    const response = await this.call(id, input);
    return isSuccess(response)
      ? response.body
      : this.skip(`It needs ${id}, which returned ${describeResponse(response)}.`);
  }

  async play(kind: string, options: PlayOptions = {}): Promise<PlayedRun> {
    const template = this.runTemplate(kind);
    const { agentId = template.agentId, profile = 'full', isStreamed = true, body, headers } = options;
    const messages = [{ role: 'user', content: template.message }];
    const { exchange } = await this.call('executeAgent', {
      path: { id: agentId },
      headers: { ...template.headers, ...headers },
      body: { messages, streamResponse: isStreamed, ...template.body, ...body },
      profile,
    });
    return readRun(exchange);
  }

  parameter(operation: OperationId, name: string): string {
    const { parameters } = this.environment;
    const value = parameters[operation]?.[name] ?? parameters['any']?.[name];
    return value ?? this.skip(`It needs a configured record: set parameters.${operation}.${name}.`);
  }

  configuredBody(operation: OperationId): JsonFields {
    const body = this.environment.bodies[operation];
    return isFields(body) ? body : this.skip(`It needs a valid body: set bodies.${operation}.`);
  }

  runTemplate(kind: string): RunTemplate {
    return this.environment.runs[kind] ?? this.skip(`No run of the kind ${kind} is configured.`);
  }
}

function textsOf(values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function valueOf(body: RecordedBody): unknown {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'text':
      return body.text;
    case 'stream':
      return body.stream.frames.map(({ value }) => value);
    case 'none':
    case 'bytes':
      return undefined;
  }
}
