/**
 * The tool calls of an execution, as its history lists them.
 */
import { indexOf, kindOf } from '../../kernel/store/schema.ts';
import { sortKey } from '../../kernel/store/sort-key.ts';
import type { EpochMs } from '../../kernel/time/units.ts';
import type { Json, JsonMap } from '../scenarios/scenario.ts';

/**
 * One call of a tool.
 *
 * Shape: `toolId` is null for a tool without a record of its own.
 * Units: `executionTimeMs` in milliseconds, null until the call ended.
 */
export interface ToolCallRecord {
  readonly id: string;
  readonly executionId: string;
  readonly toolId: string | null;
  readonly toolName: string;
  readonly toolDescription: string | null;
  readonly status: 'running' | 'completed' | 'failed';
  readonly model: string | null;
  readonly parameters: JsonMap;
  readonly result: Json;
  readonly error: string | null;
  readonly executionTimeMs: number | null;
  readonly createdAt: EpochMs;
}

/** Tool calls by id. */
export const toolCalls = kindOf<ToolCallRecord>('toolCall');

/** The tool calls of an execution, oldest first. */
export const toolCallsOfExecution = indexOf(toolCalls, 'byExecution', ({ executionId, createdAt }) =>
  sortKey(executionId, createdAt),
);
