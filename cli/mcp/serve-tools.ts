/** Serves tools over the standard input and output with the SDK of the Model Context Protocol. */
import { once } from 'node:events';
import type { McpServer } from '@modelcontextprotocol/server';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';
import type { McpTool } from './tool.ts';

/** Who serves. Shape: `instructions` are read by the agent when it connects. */
export interface ServerIdentity {
  readonly version: string;
  readonly instructions: string;
}

/** Serves tools. Shape: resolves when the client has closed the standard input. */
export type ServeTools = (tools: readonly McpTool[], identity: ServerIdentity) => Promise<void>;

/** Loads the SDK; `null` if it is not installed. */
export async function loadToolServer(): Promise<ServeTools | null> {
  try {
    const { McpServer } = await import('@modelcontextprotocol/server');
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    return async (tools, { version, instructions }) => {
      const closed = once(process.stdin, 'end');
      const handle = serveStdio(() => {
        const options = { capabilities: { tools: {} }, instructions };
        return withTools(new McpServer({ name: 'backlot', version }, options), tools);
      });
      await closed;
      await handle.close();
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Why not by `registerTool`: it would validate arguments, which the control API does with better messages. */
function withTools(server: McpServer, tools: readonly McpTool[]): McpServer {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, isReadOnly }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: isReadOnly },
    })),
  }));
  server.server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const tool = byName.get(name);
    if (tool === undefined) return failure(unknownTool(name, tools));
    try {
      const { value, isError } = await tool.call(args as Parameters<McpTool['call']>[0]);
      return { content: [{ type: 'text' as const, text: JSON.stringify(value) }], isError };
    } catch (error) {
      return failure(messageOf(error));
    }
  });
  return server;
}

function unknownTool(name: string, tools: readonly McpTool[]): string {
  const close = closestWord(
    name,
    tools.map((tool) => tool.name),
  );
  return `There is no tool ${name}${close === null ? '.' : `; did you mean ${close}?`}`;
}

function failure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true };
}
