/**
 * Emits `tanstack.ts`: for each operation the options objects of TanStack Query. Reading operations are queries, the
 * others mutations; lists with a cursor are also infinite queries; streams and polled feeds are streamed queries.
 */
import type { Operation } from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { createScope, type ClientOperationNames, type Scope } from '../../../naming/client-names.ts';
import { identifier } from '../../../naming/identifier.ts';
import { ts, TsText } from '../../../print/ts-text.ts';
import { typedContract, type EmitSource } from '../../emitter.ts';
import { createPartTypes, type PartTypes } from '../../part-types.ts';
import { printComment, printHeader, printString } from '../../../print/print-literal.ts';
import type { TanstackView } from './view.ts';
import type { ItemOf } from '../../field.ts';
import { hasNeededHeaders, isOptionalInput } from '../client/input.ts';
import { formText, itemType, operationNames } from '../client/methods.ts';
import { pageForms } from '../client/pagination.ts';
import { clientSource, type ClientSource } from '../client/source.ts';

type FunctionView = ItemOf<TanstackView['functions']>;

/** What the functions of one operation are created from. */
interface Subject {
  readonly operation: Operation;
  readonly named: ClientOperationNames;
  readonly source: EmitSource;
  readonly client: ClientSource;
  readonly types: PartTypes;
  /** Returns the free name of an export. */
  readonly claim: (suffix: string) => TsText;
}

/** Creates the view of `tanstack.ts`. Discards diagnostics about hints, which `client.ts` has already reported. */
export function emit(source: EmitSource): TanstackView {
  const { contract, names, runtime } = source;
  const silent: Report = () => undefined;
  const shared = clientSource(source, silent);
  const forms = new Map(Object.entries<string>(pageForms));
  const used = new Set<string>();
  const local = (exported: string): TsText => {
    const file = forms.get(exported);
    if (file !== undefined) used.add(file);
    return file === undefined
      ? ts`tanstack.${identifier(exported)}`
      : ts`${formsName(file)}.${identifier(exported)}`;
  };
  const client = { ...shared, names: { ...shared.names, local } };
  const types = createPartTypes(typedContract(source), names, ts`types.`);
  const scope = createScope([
    ...['isErrorOf', 'withQueryKeyPrefix', 'client', 'api', 'tanstack', 'types'],
    ...[...forms.values()].map((file) => formsName(file).toString()),
  ]);
  const functions = contract.operations.flatMap((operation) => {
    const named = operationNames(operation, client);
    const claim = claimFor(named.call, scope);
    return functionsOf({ operation, named, source, client, types, claim });
  });
  return {
    header: printHeader(contract.documents),
    runtime,
    hasTypes: types.imported().length > 0,
    hasLinkedPages: [...client.paginations.values()].some(({ form }) => form === 'byLink'),
    forms: [...used].toSorted().map((file) => ({ name: formsName(file), file: TsText.trust(file) })),
    functions,
  };
}

/** Returns the name of the module with forms of pages in this file. */
function formsName(file: string): TsText {
  return identifier(file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

function claimFor(call: TsText, scope: Scope): (suffix: string) => TsText {
  return (suffix) => scope.claim(`${call.toString()}${suffix}`);
}

function functionsOf(subject: Subject): FunctionView[] {
  const { operation, client } = subject;
  const plan = client.plans.get(operation.id);
  const isReading = operation.method === 'get' || operation.method === 'head';
  const isPlain = plan === undefined || plan.form === 'either';
  const functions: FunctionView[] = [];
  if (isReading) functions.push(keyFunction(subject));
  if (isReading && isPlain) functions.push(queryFunction(subject));
  if (!isReading && (isPlain || plan.form === 'chosen')) functions.push(mutationFunction(subject));
  return [...functions, ...pagesFunctions(subject), ...streamFunctions(subject)];
}

function keyFunction({ operation, named, claim }: Subject): FunctionView {
  return {
    comment: printComment(
      `The query key of \`${operation.id}\`; without a request the beginning of all its keys.`,
    ),
    name: claim('QueryKey'),
    ...clientOf(operation),
    parameters: ts`, request?: ${inputOf(operation, named.input)}`,
    returns: ts`QueryKey`,
    body: ts`queryKey(client, ${printString(operation.id)}, request)`,
  };
}

function queryFunction({ operation, named, claim }: Subject): FunctionView {
  return {
    comment: commentOf('The options of a query', operation),
    name: claim('QueryOptions'),
    ...clientOf(operation),
    parameters: requestOf(operation, named.input),
    returns: ts`QueryOptions<api.${named.result}>`,
    body: ts`queryOptions(client, ${printString(operation.id)}, api.${named.call}, request)`,
  };
}

function mutationFunction({ operation, named, client, claim }: Subject): FunctionView {
  const isChosen = client.plans.get(operation.id)?.form === 'chosen';
  const input = isChosen ? named.jsonInput : named.input;
  const isOptional = isOptionalInput(operation) && client.plans.get(operation.id)?.choice?.default !== true;
  const asked = isOptional ? ts`api.${input} | undefined` : ts`api.${input}`;
  const variables = isOptional ? ts`api.${input} | void` : inputOf(operation, input);
  return {
    comment: commentOf('The options of a mutation', operation),
    name: claim('MutationOptions'),
    ...clientOf(operation),
    parameters: ts``,
    returns: ts`MutationOptions<api.${named.result}, ${variables}>`,
    body: ts`${isOptional ? ts`optionalMutationOptions` : ts`mutationOptions`}(client, ${printString(operation.id)}, ${callText(named.call, isChosen ? asked : null)})`,
  };
}

function pagesFunctions({ operation, named, client, claim }: Subject): FunctionView[] {
  const pagination = client.paginations.get(operation.id);
  if (pagination?.kind !== 'pages') return [];
  const call = ts`api.${named.call}, ${formText(pagination, client)}`;
  // Why: a header is not in the body, which is all that other infinite queries keep of a page.
  const isLinked = pagination.form === 'byLink';
  const linked = ts`, tanstack.LinkedPage<tanstack.Data<api.${named.result}>>`;
  return [
    {
      comment: commentOf('The options of an infinite query', operation),
      name: claim('InfiniteQueryOptions'),
      ...clientOf(operation),
      parameters: requestOf(operation, named.input),
      returns: ts`InfiniteQueryOptions<api.${named.result}${isLinked ? linked : ts``}>`,
      body: ts`${isLinked ? ts`linkedInfiniteQueryOptions` : ts`infiniteQueryOptions`}(client, ${printString(operation.id)}, ${call}, request)`,
    },
  ];
}

function streamFunctions({ operation, named, source, client, types, claim }: Subject): FunctionView[] {
  const plan = client.plans.get(operation.id);
  const pagination = client.paginations.get(operation.id);
  const streamed =
    plan !== undefined && plan.form !== 'either'
      ? {
          event: types.typeOf(plan.event),
          call: callText(named.call, plan.form === 'chosen' ? ts`api.${named.streamInput}` : null),
          input: plan.form === 'chosen' ? named.streamInput : named.input,
          isOptional: isOptionalInput(operation) && plan.choice?.default !== false,
        }
      : pagination?.kind === 'poll'
        ? {
            event: itemType(pagination, types.typeOf(pagination.page), source.contract, { ...client, types }),
            call: callText(named.pagination, null),
            input: named.input,
            isOptional: isOptionalInput(operation),
          }
        : null;
  if (streamed === null) return [];
  const { event, call, input, isOptional } = streamed;
  return [
    {
      comment: commentOf('The key and the `streamFn` of a streamed query', operation),
      name: claim('StreamOptions'),
      ...clientOf(operation),
      parameters: isOptional ? ts`, request: api.${input} = {}` : ts`, request: ${inputOf(operation, input)}`,
      returns: ts`StreamOptions<${event}>`,
      body: ts`streamOptions(client, ${printString(operation.id)}, ${call}, request)`,
    },
  ];
}

/** Prints a function of the client; one with overloads needs the input of the wanted one. */
function callText(call: TsText, chosen: TsText | null): TsText {
  if (chosen === null) return ts`api.${call}`;
  return ts`(on, input: ${chosen}, options) => api.${call}(on, input, options)`;
}

/** Returns how a function takes the client: its type has the headers that the request may leave out. */
function clientOf(operation: Operation): Pick<FunctionView, 'typeParameters' | 'typeArguments'> {
  const isSent = hasNeededHeaders(operation);
  return {
    typeParameters: isSent ? ts`<Sent extends string = never>` : ts``,
    typeArguments: isSent ? ts`<Sent>` : ts``,
  };
}

function inputOf(operation: Operation, input: TsText): TsText {
  return hasNeededHeaders(operation) ? ts`tanstack.InputWithSent<api.${input}, Sent>` : ts`api.${input}`;
}

function requestOf(operation: Operation, input: TsText): TsText {
  const type = inputOf(operation, input);
  return isOptionalInput(operation) ? ts`, request: ${type} = {}` : ts`, request: ${type}`;
}

function commentOf(what: string, { method, path }: Operation): TsText {
  return printComment(`${what}: ${method.toUpperCase()} ${path}`);
}
