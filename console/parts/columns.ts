/** The columns of the lists of records, by kind. */
import type { StoredRecord } from '../../generated/control/types.ts';
import { formatDuration, formatTime, shorten } from '../format.ts';

/** A column. Shape: `width` is a CSS grid width; `isNumber` aligns to the right. */
export interface Column {
  readonly title: string;
  readonly width: string;
  readonly value: (record: StoredRecord) => string;
  readonly isNumber?: true;
  /** Returns how much of how much is done, for a bar. */
  readonly progress?: (record: StoredRecord) => readonly [done: number, total: number];
}

/** Units: characters of a value in a list. */
const LONGEST = 200;

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a column with the value of a property, which may be nested: `data.summary`. */
function text(title: string, path: string, width = 'minmax(0, 1fr)'): Column {
  return { title, width, value: (record) => shorten(textOf(valueAt(record, path)), LONGEST) };
}

/** Returns a column with a time, which records have in milliseconds since 1970. */
function time(title: string, path: string): Column {
  const value = (record: StoredRecord): string => {
    const at = valueAt(record, path);
    return typeof at === 'number' ? formatTime(new Date(at).toISOString()) : '';
  };
  return { title, width: '11.5rem', value, isNumber: true };
}

function count(title: string, path: string): Column {
  const value = (record: StoredRecord): string => {
    const list = valueAt(record, path);
    return Array.isArray(list) ? String(list.length) : textOf(list);
  };
  return { title, width: '7rem', value, isNumber: true };
}

function progressOf({ processed, recordIds }: StoredRecord): readonly [number, number] {
  return [Number(processed), Array.isArray(recordIds) ? recordIds.length : 0];
}

function valueAt(record: StoredRecord, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      record,
    );
}

const byKind: Readonly<Record<string, readonly Column[]>> = {
  agents: [text('Name', 'name'), text('Type', 'agentType', '7rem'), time('Updated', 'updatedAt')],
  apiKeys: [
    text('Name', 'name'),
    text('Credential', 'token', '9rem'),
    text('Environment', 'environment', '7rem'),
    text('Scopes', 'scopes'),
    time('Expires', 'expiresAt'),
  ],
  approvals: [text('Tool', 'toolName'), text('Decided by', 'approver', '8rem'), time('Expires', 'expiresAt')],
  assets: [
    text('Type', 'contentType'),
    text('Visibility', 'visibility', '7rem'),
    time('Created', 'createdAt'),
  ],
  batches: [
    text('Flow', 'flowName'),
    {
      title: 'Progress',
      width: '14rem',
      value: (record) => progressOf(record).join(' of '),
      progress: progressOf,
    },
    time('Submitted', 'submittedAt'),
  ],
  clientSessions: [
    text('Origin', 'origin'),
    text('Opens', 'target.id'),
    count('Messages', 'messageCount'),
    time('Expires', 'expiresAt'),
  ],
  clientTokens: [text('Token', 'token', '9rem'), text('Opens', 'target'), text('Origins', 'origins')],
  executions: [text('Agent', 'agentName'), text('Scenario', 'scenario'), time('Started', 'startedAt')],
  mails: [text('To', 'to'), text('Subject', 'subject'), time('Sent', 'sentAt')],
  productEvents: [
    count('Cursor', 'cursor'),
    text('Name', 'name', '15rem'),
    text('Summary', 'data.summary'),
    time('At', 'at'),
  ],
  recordResults: [text('Batch', 'batchId'), text('Status', 'status', '7rem'), text('Record', 'recordId')],
  sandboxDeployments: [
    text('Name', 'displayName'),
    text('Wanted', 'desiredState', '7rem'),
    text('Reason', 'statusReason'),
    time('Updated', 'updatedAt'),
  ],
  toolCalls: [
    text('Tool', 'toolName'),
    text('Status', 'status', '7rem'),
    {
      title: 'Took',
      width: '6rem',
      isNumber: true,
      value: ({ executionTimeMs }) =>
        typeof executionTimeMs === 'number' ? formatDuration(executionTimeMs) : '',
    },
  ],
};

/** Names that records of other kinds may have. */
const general: readonly Column[] = [
  {
    title: 'Name',
    width: 'minmax(0, 1fr)',
    value: ({ name, displayName, title, toolName, slug }) =>
      textOf(name ?? displayName ?? title ?? toolName ?? slug),
  },
  time('Created', 'createdAt'),
];

/** Returns the columns of a kind, without the id and the state. */
export function columnsOf(kind: string): readonly Column[] {
  return byKind[kind] ?? general;
}
