/**
 * Creates the views of the functions of a client: their signatures, as functions and as methods, and the arguments
 * they pass to the runtime.
 */
import type { ContractModel, Operation } from '../../../model/contract-model.ts';
import type { ClientNames, ClientOperationNames } from '../../../naming/client-names.ts';
import { ts, type TsText } from '../../../print/ts-text.ts';
import { choosingBody, hasNeededHeaders, isOptionalInput } from './input.ts';
import type { ClientSource } from './source.ts';
import type { StreamPlan } from './streams.ts';
import type { OperationPagination } from './pagination.ts';
import { printComment, printLiteral, printString } from '../../../print/print-literal.ts';
import type { ClientView } from './view.ts';
import type { ItemOf } from '../../field.ts';

/** One way to call an operation. */
export interface Signature {
  readonly input: TsText;
  readonly isOptional: boolean;
  readonly options: TsText;
  readonly returns: TsText;
}

export interface Methods {
  /** More than one if the request determines the type of the result. */
  readonly signatures: readonly Signature[];
  /** Prints what the function returns; imports everything it calls. */
  readonly body: () => TsText;
}

/** Creates the signatures of an operation, the most specific one first. */
export function methodsOf(operation: Operation, client: ClientSource): Methods {
  const named = operationNames(operation, client);
  const plan = client.plans.get(operation.id);
  const base = { input: named.input, isOptional: isOptionalInput(operation) };
  if (plan === undefined) {
    const returns = ts`Promise<${named.result}>`;
    const options = client.names.local('CallOptions');
    return { signatures: [{ ...base, options, returns }], body: () => callText('send', named, client) };
  }
  return streamMethods(plan, base, named, client);
}

function streamMethods(
  plan: StreamPlan,
  base: Pick<Signature, 'input' | 'isOptional'>,
  named: ClientOperationNames,
  client: ClientSource,
): Methods {
  const { names, types } = client;
  const options = names.local('SequenceOptions');
  // Mentioning something imports it, so each name is requested only where it is used.
  const event = (): TsText => types.typeOf(plan.event);
  const sequence = (result: TsText): TsText => ts`${names.local('EventSequence')}<${event()}, ${result}>`;
  const open = (): TsText => callText('openStream', named, client);
  if (plan.form === 'always')
    return { signatures: [{ ...base, options, returns: sequence(named.result) }], body: open };
  const whole = ts`Promise<${named.result}>`;
  if (plan.form === 'either') {
    const body = (): TsText => {
      const typed = ts`${names.local('openStream')}<${event()}, ${named.result}>`;
      return ts`${typed}(client, ${named.spec}, request, options).opened()`;
    };
    return { signatures: [{ ...base, options, returns: whole }], body };
  }
  const stream = sequence(named.streamResult);
  const isDefault = plan.choice?.default === true;
  return {
    signatures: [
      {
        input: named.jsonInput,
        isOptional: base.isOptional && !isDefault,
        options: names.local('CallOptions'),
        returns: whole,
      },
      { input: named.streamInput, isOptional: base.isOptional && isDefault, options, returns: stream },
      { ...base, options, returns: ts`${stream} | ${whole}` },
    ],
    body: () => {
      const wanted = ts`${names.local('wantsStream')}(${named.spec}, request)`;
      const whole = ts`${names.local('withoutStream')}(${named.spec})`;
      return ts`${wanted} ? ${open()} : ${names.local('send')}(client, ${whole}, request, options)`;
    },
  };
}

function callText(
  helper: 'send' | 'openStream',
  { spec }: ClientOperationNames,
  { names }: ClientSource,
): TsText {
  return ts`${names.local(helper)}(client, ${spec}, request, options)`;
}

/** How a function takes the client, and the input next to it. */
export interface ClientParameter {
  /** In angle brackets; empty for none. */
  readonly typeParameters: TsText;
  readonly type: TsText;
  readonly inputOf: (input: TsText) => TsText;
}

/** Returns how the functions of an operation take the client: its type has the headers that an input may leave out. */
export function clientParameter(operation: Operation, names: ClientNames): ClientParameter {
  const client = names.local('Client');
  const inputOf = (input: TsText): TsText => inputType(operation, input, names);
  if (!hasNeededHeaders(operation)) return { typeParameters: ts``, type: client, inputOf };
  const sent = names.local('Sent');
  return { typeParameters: ts`<${sent} extends string = never>`, type: ts`${client}<${sent}>`, inputOf };
}

/** Returns the type of an input, whose headers may be left out if the client sends them. */
function inputType(operation: Operation, input: TsText, names: ClientNames): TsText {
  if (!hasNeededHeaders(operation)) return input;
  return ts`${names.local('InputWithSent')}<${input}, ${names.local('Sent')}>`;
}

/**
 * Prints a signature as a function type; the last one may be the implementation, with a default for an omitted
 * request.
 */
export function functionSignature(
  { input, isOptional, options, returns }: Signature,
  { typeParameters, type, inputOf }: ClientParameter,
): TsText {
  const mark = isOptional ? ts`?` : ts``;
  return ts`${typeParameters}(client: ${type}, request${mark}: ${inputOf(input)}, options?: ${options}): ${returns}`;
}

/** Prints the signature of the function itself. */
export function implementationSignature(
  { input, isOptional, options, returns }: Signature,
  { typeParameters, type, inputOf }: ClientParameter,
): TsText {
  const none = isOptional ? ts` = {}` : ts``;
  return ts`${typeParameters}(client: ${type}, request: ${inputOf(input)}${none}, options?: ${options}): ${returns}`;
}

export function methodSignature(
  { input, isOptional, options, returns }: Signature,
  operation: Operation,
  names: ClientNames,
): TsText {
  const mark = isOptional ? ts`?` : ts``;
  return ts`(request${mark}: ${inputType(operation, input, names)}, options?: ${options}): ${returns}`;
}

/** The part of the view for the two forms of an operation that streams on request. */
export type FormsView = Pick<
  ItemOf<ClientView['operations']>,
  'hasForms' | 'jsonInput' | 'jsonForm' | 'streamInput' | 'streamForm'
>;

/** Creates the types of the two forms of an operation that streams only on request. */
export function formsView(operation: Operation, client: ClientSource): FormsView {
  const named = operationNames(operation, client);
  const choice = client.plans.get(operation.id)?.choice ?? null;
  const formText = (wanted: boolean): TsText => {
    if (choice === null) return ts``;
    const isDefault = choice.default === wanted;
    const mark = isDefault && operation.body?.required !== true ? ts`?` : ts``;
    return ts`{ readonly body${mark}: ${choosingBody(choice.paths, wanted, isDefault)} }`;
  };
  return {
    hasForms: choice !== null,
    jsonInput: named.jsonInput,
    jsonForm: formText(false),
    streamInput: named.streamInput,
    streamForm: formText(true),
  };
}

/** A pagination helper, as a function and as a method. */
export interface PaginationMethod {
  readonly name: TsText;
  readonly comment: string;
  readonly signature: Signature;
  readonly body: () => TsText;
}

/** Creates the function that iterates over a paginated list. */
export function paginationMethod(
  operation: Operation,
  pagination: OperationPagination,
  contract: ContractModel,
  client: ClientSource,
): PaginationMethod {
  const named = operationNames(operation, client);
  const { names, types } = client;
  const page = types.typeOf(pagination.page);
  const item = itemType(pagination, page, contract, client);
  const options =
    pagination.kind === 'pages' ? names.local('CallOptions') : ts`${names.local('PollOptions')}<${page}>`;
  return {
    name: named.pagination,
    comment: paginationComments[pagination.kind](operation.id),
    signature: {
      input: named.input,
      isOptional: isOptionalInput(operation),
      options,
      returns: ts`${names.local('Pages')}<${item}, ${page}>`,
    },
    body: () => {
      const helper = names.local(pagination.form === null ? 'longPoll' : 'paginate');
      return ts`${helper}(client, ${named.spec}, ${formText(pagination, client)}, request, options)`;
    },
  };
}

/** Prints how one page leads to the next: a call of the form in the runtime, or the rule of a poll. */
export function formText({ form, rule, isInBody }: OperationPagination, { names }: ClientSource): TsText {
  if (form === null) return printLiteral(rule);
  const text = ts`${names.local(form)}(${printLiteral(rule)})`;
  return isInBody ? ts`${names.local('inBody')}(${text})` : text;
}

const paginationComments: Record<OperationPagination['kind'], (id: string) => string> = {
  pages: (id) => `Iterates over all items of \`${id}\`, page by page.`,
  poll: (id) => `Polls \`${id}\` and iterates over the items until the loop is left or aborted.`,
};

export function itemType(
  { items, itemSchema }: OperationPagination,
  page: TsText,
  contract: ContractModel,
  { names, types }: ClientSource,
): TsText {
  const check = contract.checks.find(({ component }) => component !== null && component === itemSchema);
  if (check !== undefined) return types.typeOf(check.name);
  return ts`${names.local('ItemAt')}<${page}, ${printString(items)}>`;
}

/** Prints the doc comment of a function, which editors show. */
export function operationComment(
  { method, path, summary, description, deprecated }: Operation,
  indent = '',
): TsText {
  const title = `${method.toUpperCase()} ${path}`;
  const about = firstParagraph(description);
  const lines = [
    ...(summary === null ? [] : [summary, '']),
    ...(about === null || about === summary ? [] : [about, '']),
    title,
    ...(deprecated ? ['', '@deprecated'] : []),
  ];
  return printComment(lines.join('\n'), indent);
}

/** Units: maximum characters of the paragraph. */
const MAX_ABOUT_LENGTH = 600;

/** Returns the start of a description; the reference has the rest. */
function firstParagraph(description: string | null): string | null {
  const [first = ''] = (description ?? '').trim().split(/\r?\n[ \t]*\r?\n/);
  if (first === '') return null;
  return first.length <= MAX_ABOUT_LENGTH ? first : `${first.slice(0, MAX_ABOUT_LENGTH).trimEnd()}…`;
}

export function operationNames({ id }: Operation, { names }: ClientSource): ClientOperationNames {
  const named = names.operations.get(id);
  if (named === undefined) throw new Error(`The operation ${id} has no names`);
  return named;
}
