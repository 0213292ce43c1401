/** Emits `manifest.ts`: the contents of the contract as plain data for tests, docs and tools. */
import type { Channel, ContractModel, EventStreamDecl, Operation } from '../../../model/contract-model.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, printLiteral, printString } from '../../../print/print-literal.ts';
import type { ManifestView } from './view.ts';

export function emit({ contract }: EmitSource): ManifestView {
  return {
    header: printHeader(contract.documents),
    title: printString(contract.title),
    version: printString(contract.version),
    versions: printLiteral(contract.versions),
    documents: printLiteral(contract.documents),
    servers: printLiteral(contract.servers.map(({ address }) => address)),
    counts: printLiteral(countsOf(contract)),
    operations: contract.operations.map((operation) => ({ entry: printLiteral(operationEntry(operation)) })),
    channels: contract.channels.map((channel) => ({ entry: printLiteral(channelEntry(channel)) })),
    streams: contract.streams.map((stream) => ({ entry: printLiteral(streamEntry(stream)) })),
    schemas: contract.schemas.map(({ name }) => ({ name: printString(name) })),
    extensions: printLiteral(contract.extensions),
  };
}

function countsOf(contract: ContractModel) {
  const messages = contract.channels.reduce((sum, channel) => sum + channel.messages.length, 0);
  const statuses = contract.operations.reduce((sum, { responses }) => sum + responses.length, 0);
  return {
    operations: contract.operations.length,
    statuses,
    schemas: contract.schemas.length,
    channels: contract.channels.length,
    messages,
    events: contract.streams.reduce((sum, { events }) => sum + events.length, 0),
  };
}

function operationEntry({ id, method, path, tag, responses, security }: Operation) {
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag,
    responses: responses.map(({ status, content }) => ({
      status,
      mediaTypes: content.flatMap((body) => (body.kind === 'none' ? [] : [body.mediaType])),
    })),
    scopes: [...new Set(security.flat().flatMap(({ scopes }) => scopes))],
  };
}

function channelEntry({ id, address, delivery, messages, streams }: Channel) {
  return { id, address, delivery, streams, messages: messages.map(({ name }) => name) };
}

function streamEntry({ name, events, terminal, pausing, keepalive }: EventStreamDecl) {
  return { name, events: events.map(({ type }) => type), terminal, pausing, keepalive };
}
