/** An execution as its user sees it. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import {
  initialExecutionState,
  reduceExecution,
  type ChatMessage,
  type ExecutionState,
  type MessagePart,
} from '../../../chat/index.ts';
import { shorten } from '../../format.ts';
import type { TimedEvent } from '../timed-event.ts';
import { Empty } from '../../parts/common.tsx';
import { Failure } from './failure.tsx';

type StreamEvent = Parameters<typeof reduceExecution>[1];

/** Units: characters of a text that are shown. */
const LONGEST = 5_000;
/** The maximum number of messages that are drawn. */
const MAX_MESSAGES = 200;

/** Shows the request and the messages; reduces only the events that are new since the last time. */
export function Conversation({
  events,
  asked = [],
}: {
  readonly events: readonly TimedEvent[];
  readonly asked?: readonly string[];
}): JSX.Element {
  const reduced = useRef<{ state: ExecutionState; count: number }>({
    state: initialExecutionState,
    count: 0,
  });
  const { current } = reduced;
  for (const { event } of events.slice(current.count)) {
    try {
      current.state = reduceExecution(current.state, event as StreamEvent);
    } catch {
      // An event that violates the contract, such as one from a fault, is shown in the table and not here.
    }
  }
  current.count = events.length;
  const { messages, status, error, stopReason } = current.state;
  return (
    <section aria-label="Conversation">
      {asked.map((text, place) => (
        <article key={place} class="bubble user" dir="auto" aria-label="user">
          {shorten(text, LONGEST)}
        </article>
      ))}
      {messages.length === 0 && <Empty>No messages yet.</Empty>}
      {messages.slice(-MAX_MESSAGES).map((message) => (
        <Message key={message.id} message={message} />
      ))}
      <p class="quiet">{status}</p>
      <Failure error={error} stopReason={status === 'completed' || status === 'failed' ? stopReason : null} />
    </section>
  );
}

/** Returns the texts that a user sent with the request of an execution. */
export function askedIn(record: object): readonly string[] {
  const messages: unknown = Reflect.get(record, 'messages');
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: unknown) => {
    const { role, content } = Object(message) as { readonly role?: unknown; readonly content?: unknown };
    return role === 'user' && typeof content === 'string' ? [content] : [];
  });
}

function Message({ message }: { readonly message: ChatMessage }): JSX.Element {
  return (
    <article class={`bubble ${message.role}`} dir="auto" aria-label={message.role}>
      {message.parts.map((part, place) => (
        <Part key={place} part={part} />
      ))}
    </article>
  );
}

function Part({ part }: { readonly part: MessagePart }): JSX.Element {
  switch (part.type) {
    case 'text':
      return <div>{shorten(part.text, LONGEST)}</div>;
    case 'reasoning':
      return (
        <details>
          <summary>Reasoning</summary>
          {shorten(part.text, LONGEST)}
        </details>
      );
    case 'tool':
      return (
        <details>
          <summary>Tool {part.name}</summary>
          <pre>{shorten(JSON.stringify(part, null, 2), LONGEST)}</pre>
        </details>
      );
    default:
      return (
        <details>
          <summary>{part.type}</summary>
          <pre>{shorten(JSON.stringify(part, null, 2), LONGEST)}</pre>
        </details>
      );
  }
}
