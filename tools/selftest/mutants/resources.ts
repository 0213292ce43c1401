/** Faults of stored records: their isolation, their lists, and their values. */
import { listOf } from '../mutations/response-mutations.ts';
import type { Fault, FaultRow } from '../faults/fault.ts';
import { changeTexts } from '../faults/json-places.ts';
import {
  assumeProperty,
  ignoreParameter,
  ignoreProperty,
  readTarget,
  retryRejected,
  serveAsOwner,
} from '../faults/request-faults.ts';
import { acceptRejected, changeProperty, loseFirst, sendHeader } from '../faults/response-faults.ts';
import { ignoreParent, keepRejected, loseConcurrent } from '../faults/write-faults.ts';

const history = 'listAgentExecutions';
const create = 'createAgent';
const read = 'getAgent';
const update = 'updateAgent';
const list = 'listAgents';
const belowAny = 'finds runs below every agent';

export const isolationMutants: readonly FaultRow[] = [
  ['LAW16', serveAsOwner(list)],
  ['ISO07', serveAsOwner('pollProductEvents')],
  ['ISO08', acceptRejected('addAgentCapability', { id: 'cap_other' }), 'warn'],
  ['ISO13', readTarget(belowAny, 'approveAgentExecution', toSupport)],
  ['ISO14', readTarget(belowAny, 'resumeAgentExecution', toSupport)],
  ['LAW36', serveAsOwner('dispatchRun')],
  ['LAW37', readTarget(belowAny, 'approveAgentExecution', toSupport)],
  ['LAW15', ignoreParent('addAgentCapability', 'removeAgentCapability')],
];

export const valueMutants: readonly FaultRow[] = [
  ['LAW02', changeConfig('replaces emoji', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'))],
  ['LAW14', readTarget('reads ids in any case', read, lowerId)],
  ['LAW07', changeProperty('lists other names', list, 'data.[].name', (name) => String(name).toUpperCase())],
  ['LAW03', ignoreProperty(update, 'icon')],
  ['LAW04', loseConcurrent(update)],
  ['LAW05', keepRejected(update, 'description')],
  ['LAW06', loseFirst(list, 'data')],
  ['LAW17', keepRejected(create, 'name')],
  ['LAW18', sendHeader(read, 'etag', '"1"')],
  ['LAW24', assumeProperty(create, 'agentType', 'external')],
];

export const listMutants: readonly FaultRow[] = [
  ['LAW11', ignoreParameter({ operation: history, query: /cursor=/ }, 'status')],
  ['LAW08', loseFirst({ operation: list, query: /cursor=/ }, 'data')],
  ['LAW28', ignoreParameter({ operation: history, query: /surfaceType=/ }, 'status')],
  ['LAW10', changeProperty('moves the last row of a page', history, 'data', moveLast)],
  [
    'LAW09',
    retryRejected('ignores invalid cursors', { operation: list, status: 400 }, (request) => ({
      ...request,
      query: '',
    })),
  ],
];

function changeConfig(kind: string, change: (text: string) => string): Fault {
  return changeProperty(kind, read, 'config', (config) => changeTexts(config, change));
}

function lowerId(path: string): string {
  return path.replace(/[^/]+$/, (id) => id.toLowerCase());
}

function toSupport(path: string): string {
  return path.replace(/\/agents\/[^/]+/, '/agents/agent_support');
}

function moveLast(rows: unknown): unknown {
  const [first, ...others] = listOf(rows);
  return others.length > 2 ? [first, others.at(-1), ...others.slice(0, -1)] : rows;
}
