/** A chat with an agent: messages, local tools, approvals, and a form for the next message. */
import type { MessagePart } from 'backlot/chat';
import type { ReactNode } from 'react';
import { useChat, type UseChatOptions } from './use-chat.js';

export function ChatPage(options: UseChatOptions): ReactNode {
  const { state, isBusy, error, send, decide, refresh } = useChat(options);
  return (
    <main>
      {state.messages.map(({ id, role, parts }) => (
        <article key={id} aria-label={role}>
          {parts.map((part) => (
            <Part key={part.id} part={part} />
          ))}
        </article>
      ))}
      {state.pending.map((action) =>
        action.type === 'approval' ? (
          <fieldset key={action.approvalId} disabled={isBusy}>
            <legend>{action.description ?? action.toolName}</legend>
            <button onClick={() => void decide(action.approvalId, 'approved')}>Approve</button>
            <button onClick={() => void decide(action.approvalId, 'denied')}>Deny</button>
          </fieldset>
        ) : null,
      )}
      <p role="status">{isBusy ? 'busy' : state.status}</p>
      {error === null ? null : (
        <p role="alert">
          {String(error)}
          {state.executionId === null ? null : <button onClick={() => void refresh()}>Try again</button>}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const text = new FormData(form).get('message');
          form.reset();
          if (typeof text === 'string') void send(text);
        }}
      >
        <input name="message" aria-label="Message" required />
        <button disabled={isBusy}>Send</button>
      </form>
    </main>
  );
}

function Part({ part }: { readonly part: MessagePart }): ReactNode {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'tool') return <code>{`${part.name}: ${part.status}`}</code>;
  return null;
}
