/** A tool for coding agents: what they read about it, and the function behind it. */
import type { JsonObject } from '../../generator/json/documents.ts';

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  readonly isReadOnly: boolean;
  /** Errors: rejects with an Error, whose message the agent gets. */
  readonly call: (args: JsonObject) => Promise<ToolOutput>;
}

/** What a call returns. Shape: `value` can be written as JSON. */
export interface ToolOutput {
  readonly value: unknown;
  readonly isError: boolean;
}

/** Returns a text among the arguments; `null` if there is none. Errors: throws an Error for another type. */
export function textArgument(args: JsonObject, name: string): string | null {
  const value = args[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new Error(`${name} must be a string.`);
}
