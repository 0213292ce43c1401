/** Faults of stored records: their isolation, their lists, and their values. */
import { isFields, listOf } from '../mutations/response-mutations.ts';
import type { Fault, FaultRow } from '../faults/fault.ts';
import { changeTexts, changeValues } from '../faults/json-places.ts';
import {
  ignoreParameter,
  ignoreProperty,
  readTarget,
  retryRejected,
  serveAsOwner,
} from '../faults/request-faults.ts';
import { changeProperty, loseFirst, returnOther } from '../faults/response-faults.ts';
import { changeOthers, ignoreParent, keepRejected, loseConcurrent } from '../faults/write-faults.ts';

const history = 'listAgentExecutions';
const create = 'createAgent';
const read = 'getAgent';
const update = 'updateAgent';
const list = 'listAgents';
const belowAny = 'finds runs below every agent';

/** Mutants for the group `isolation`. */
export const isolationMutants: readonly FaultRow[] = [
  ['ISO01', serveAsOwner(update)],
  ['ISO02', serveAsOwner(list)],
  ['ISO03', serveAsOwner('removeAgentCapability')],
  ['ISO04', serveAsOwner('getExecutionStatus')],
  ['ISO05', serveAsOwner('approveAgentExecution')],
  ['ISO06', serveAsOwner('getBatchStatus')],
  ['ISO07', serveAsOwner('pollProductEvents')],
  ['ISO08', serveAsOwner('dispatchRun')],
  ['ISO09', serveAsOwner('resumeSandboxDeployment')],
  ['ISO10', serveAsOwner('getAnalyticsStats')],
  ['ISO11', readTarget(belowAny, 'getAgentExecution', toSupport), 'warn'],
  ['ISO12', readTarget('has one history for all agents', history, toSupport)],
  ['ISO13', readTarget(belowAny, 'approveAgentExecution', toSupport)],
  ['ISO14', readTarget(belowAny, 'resumeAgentExecution', toSupport)],
  ['ISO15', ignoreParent('addAgentCapability', 'removeAgentCapability')],
];

/** Mutants for the group `values`. */
export const valueMutants: readonly FaultRow[] = [
  [
    'VALUE01',
    changeConfig('replaces emoji', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  ],
  [
    'VALUE02',
    changeStored('stores integers with 32 bits', (value) =>
      Number.isInteger(value) ? Number(value) | 0 : value,
    ),
  ],
  [
    'VALUE03',
    changeStored('drops empty values', (value) => (value === '' || value === false ? undefined : value)),
  ],
  ['VALUE04', changeProperty('changes the names of properties', read, 'config', lowerNames)],
  ['VALUE05', changeConfig('cuts long texts', (text) => text.slice(0, 50_000))],
  ['VALUE06', readTarget('reads ids in any case', read, lowerId)],
  [
    'VALUE07',
    changeProperty('lists other names', list, 'data.[].name', (name) => String(name).toUpperCase()),
  ],
  ['VALUE08', ignoreProperty(update, 'icon')],
  ['VALUE09', loseConcurrent(update)],
  ['VALUE10', changeOthers(create, update)],
  ['VALUE11', keepRejected(update, 'description')],
];

/** Mutants for the group `lists`. */
export const listMutants: readonly FaultRow[] = [
  ['LIST01', returnOther(history, 'data.[].surfaceType', 'telephone')],
  ['LIST02', ignoreParameter(list, 'limit')],
  ['LIST03', ignoreParameter({ operation: history, query: /cursor=/ }, 'status')],
  ['LIST04', ignoreParameter(history, 'from')],
  ['LIST05', loseFirst({ operation: list, query: /cursor=/ }, 'data')],
  ['LIST06', returnOther(history, 'pagination.totalCount')],
  ['LIST07', changeProperty('moves the last row of a page', history, 'data', moveLast)],
  [
    'LIST08',
    retryRejected('ignores invalid cursors', { operation: list, status: 400 }, (request) => ({
      ...request,
      query: '',
    })),
  ],
];

/** Changes the values in the configuration of a returned agent; `undefined` drops one. */
function changeStored(kind: string, change: (value: unknown) => unknown): Fault {
  return changeProperty(kind, read, 'config', (config) => changeValues(config, change));
}

function changeConfig(kind: string, change: (text: string) => string): Fault {
  return changeProperty(kind, read, 'config', (config) => changeTexts(config, change));
}

function lowerNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerNames);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toLowerCase(), lowerNames(inner)]),
  );
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
