/**
 * Emits `tags.ts`: the functions of the client as methods, grouped by tag. Each tag has its own function, so that a
 * bundle contains only the tags it uses.
 */
import { toCamel, toIdentifier } from '../../../model/check-names.ts';
import type { Operation } from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { createScope } from '../../../naming/client-names.ts';
import { identifier, toTypeName } from '../../../naming/identifier.ts';
import type { TsText } from '../../../print/ts-text.ts';
import { printComment, printHeader, printKey, printString } from '../../../print/print-literal.ts';
import type { EmitSource } from '../../emitter.ts';
import type { ItemOf } from '../../field.ts';
import { clientImports } from '../client/imports.ts';
import { operationComment, operationNames, paginationMethod } from '../client/methods.ts';
import { sentTypes } from '../client/sent-types.ts';
import { clientSource, type ClientSource } from '../client/source.ts';
import { nameMethods } from './method-names.ts';
import type { TagsView } from './view.ts';

/** The group of the operations without a tag. */
const UNTAGGED = 'other';

/** Creates the view of `tags.ts`. Discards diagnostics about hints, which `client.ts` has already reported. */
export function emit(source: EmitSource): TagsView {
  const { contract, runtime } = source;
  const silent: Report = () => undefined;
  const functions = functionsOf(source, clientSource(source, silent));
  // Another source, since the signatures of functions are not written again.
  const { names } = clientSource(source, silent);
  const own = {
    bind: names.local('bind'),
    configType: names.local('ClientConfig'),
    clientType: names.local('Client'),
  };
  const sent = sentTypes(contract.operations, names);
  const taken = [
    ...functions.map(({ name }) => name),
    ...Object.values(own),
    names.auth,
    names.api,
    names.client,
    names.config,
  ];
  const scope = createScope(['createClient', 'createTaggedClient', 'TaggedClient', ...taken.map(String)]);
  const tags = Map.groupBy(functions, ({ tag }) => tag);
  return {
    header: printHeader(contract.documents),
    runtime,
    imports: clientImports(names),
    auth: names.auth,
    api: names.api,
    client: names.client,
    config: names.config,
    ...own,
    ...sent,
    functions: functions.map(({ name }) => ({ name })),
    tags: [...tags].map(([tag, methods]) => tagView(tag, methods, scope)),
  };
}

/** A function of the client, with the group that it belongs to. */
interface TaggedFunction {
  readonly tag: string;
  readonly name: TsText;
  readonly comment: TsText;
}

function functionsOf({ contract }: EmitSource, client: ClientSource): TaggedFunction[] {
  return contract.operations.flatMap((operation: Operation) => {
    const tag = toIdentifier(toCamel(operation.tag ?? UNTAGGED));
    const pagination = client.paginations.get(operation.id);
    const paginated =
      pagination === undefined ? null : paginationMethod(operation, pagination, contract, client);
    const { call } = operationNames(operation, client);
    return [
      { tag, name: call, comment: operationComment(operation, '  ') },
      ...(paginated === null
        ? []
        : [{ tag, name: paginated.name, comment: printComment(paginated.comment, '  ') }]),
    ];
  });
}

function tagView(
  tag: string,
  functions: readonly TaggedFunction[],
  scope: ReturnType<typeof createScope>,
): ItemOf<TagsView['tags']> {
  const methods = nameMethods(
    tag,
    functions.map(({ name }) => name.toString()),
  );
  return {
    key: printKey(tag),
    type: scope.claim(`${toTypeName(tag)}Methods`),
    typeComment: printComment(`The operations of \`${tag}\`.`),
    create: scope.claim(`${identifier(tag).toString()}Methods`),
    createComment: printComment(`Returns the operations of \`${tag}\` as methods.`),
    methods: functions.map(({ name, comment }) => ({
      comment,
      key: printKey(methods.get(name.toString()) ?? name.toString()),
      name,
      index: printString(name.toString()),
    })),
  };
}
