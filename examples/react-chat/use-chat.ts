/** A hook for chats in React: copy it into your project and change it. */
import { addUserMessage, initialExecutionState, nextExecution, reduceExecution } from 'backlot/chat';
import type { ChatMessage, ExecutionState } from 'backlot/chat';
import {
  approveAgentExecution,
  executeAgent,
  followExecutionEvents,
  resumeAgentExecution,
  type Client,
} from 'backlot/client';
import type { ExecutionStreamEvent } from 'backlot/types';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A tool that runs in the page. Its output must be a value of JSON. */
export interface LocalTool {
  readonly description: string;
  readonly run: (parameters: Readonly<Record<string, unknown>>) => unknown;
}

/** Shape: `client` and `tools` keep their identity between renders. `storageKey` names an entry of `sessionStorage`. */
export interface UseChatOptions {
  readonly client: Client;
  readonly agentId: string;
  readonly tools?: Readonly<Record<string, LocalTool>>;
  readonly storageKey?: string;
}

export interface Chat {
  readonly state: ExecutionState;
  /** Whether a request is sent, a stream is open or a local tool runs. */
  readonly isBusy: boolean;
  /** The error of the last request, `null` if it succeeded. */
  readonly error: unknown;
  readonly send: (text: string) => Promise<void>;
  readonly decide: (approvalId: string, decision: 'approved' | 'denied') => Promise<void>;
  /** Reads what has happened since the last event: after an error, or when an approval may have expired. */
  readonly refresh: () => Promise<void>;
}

type OpenStream = (signal: AbortSignal) => AsyncIterable<ExecutionStreamEvent>;

const noTools: Readonly<Record<string, LocalTool>> = {};

/** Returns the state of a chat with an agent, and the functions that continue it. */
export function useChat({ client, agentId, tools = noTools, storageKey }: UseChatOptions): Chat {
  const [state, setState] = useState(() => readSaved(storageKey));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The latest state, which a function reads before React renders it.
  const latest = useRef(state);
  const reading = useRef<AbortController | null>(null);

  const update = useCallback((next: ExecutionState): void => {
    latest.current = next;
    setState(next);
  }, []);

  const read = useCallback(
    async (open: OpenStream): Promise<void> => {
      reading.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      reading.current = controller;
      setBusy(true);
      setError(null);
      try {
        let stream: OpenStream | null = open;
        while (stream !== null) {
          for await (const event of stream(signal)) {
            if (signal.aborted) return;
            update(reduceExecution(latest.current, event));
          }
          stream = await runTools(client, agentId, tools, latest.current);
        }
      } catch (thrown) {
        if (!signal.aborted) setError(thrown);
      } finally {
        if (reading.current === controller) setBusy(false);
      }
    },
    [client, agentId, tools, update],
  );

  const send = useCallback(
    (text: string): Promise<void> => {
      update(addUserMessage(nextExecution(latest.current), text));
      const messages = latest.current.messages.map(toRequestMessage);
      const clientTools = Object.entries(tools).map(([name, { description }]) => ({ name, description }));
      return read((signal) =>
        executeAgent(client, { path: { id: agentId }, body: { messages, clientTools } }, { signal }),
      );
    },
    [client, agentId, tools, read, update],
  );

  const decide = useCallback(
    async (approvalId: string, decision: 'approved' | 'denied'): Promise<void> => {
      const { executionId } = latest.current;
      if (executionId === null) return;
      const request = { path: { id: agentId }, body: { executionId, approvalId, decision } };
      await read((signal) => approveAgentExecution(client, request, { signal }));
    },
    [client, agentId, read],
  );

  const refresh = useCallback(async (): Promise<void> => {
    const { executionId, lastSeq } = latest.current;
    if (executionId === null) return;
    const request = { path: { id: agentId, executionId }, query: { after: String(lastSeq) } };
    await read((signal) => followExecutionEvents(client, request, { signal }));
  }, [client, agentId, read]);

  useEffect(() => {
    const { status } = latest.current;
    if (status === 'running' || status === 'paused') void refresh();
    return () => reading.current?.abort();
  }, [refresh]);

  useEffect(() => {
    if (storageKey !== undefined) sessionStorage.setItem(storageKey, JSON.stringify(state));
  }, [state, storageKey]);

  return { state, isBusy, error, send, decide, refresh };
}

/** Runs the local tools that the execution waits for, and returns the request that submits their outputs. */
async function runTools(
  client: Client,
  agentId: string,
  tools: Readonly<Record<string, LocalTool>>,
  { executionId, pending }: ExecutionState,
): Promise<OpenStream | null> {
  const toolOutputs: Record<string, unknown> = {};
  for (const action of pending) {
    if (action.type !== 'tool' || action.toolCallId === null) return null;
    const tool = tools[action.toolName ?? ''];
    if (tool === undefined) throw new Error(`The chat has no tool ${action.toolName ?? 'without a name'}.`);
    try {
      toolOutputs[action.toolCallId] = await tool.run(action.parameters);
    } catch (thrown) {
      toolOutputs[action.toolCallId] = { error: String(thrown) };
    }
  }
  if (executionId === null || pending.length === 0) return null;
  const request = { path: { id: agentId }, body: { executionId, toolOutputs } };
  return (signal) => resumeAgentExecution(client, request, { signal });
}

function toRequestMessage({ role, parts }: ChatMessage) {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { role, content: texts.join('\n\n') };
}

function readSaved(storageKey: string | undefined): ExecutionState {
  const saved = storageKey === undefined ? null : sessionStorage.getItem(storageKey);
  return saved === null ? initialExecutionState : (JSON.parse(saved) as ExecutionState);
}
