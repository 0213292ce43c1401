/** The inbox: everything that waits for a decision or an answer. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WaitingItem } from '../../../generated/control-agent-platform/types.ts';
import { advanceTo } from '../../api.ts';
import { formatDuration } from '../../format.ts';
import { Action, Copy, Empty, Json } from '../../parts/common.tsx';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { curlOf, type ServiceCall } from '../../parts/snippets.ts';
import { linkTo } from '../../route.ts';
import { answer, waiting, waitingError, type Waiting } from '../waiting.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';

const KINDS: Readonly<Record<WaitingItem['kind'], string>> = {
  approval: 'Approval',
  toolOutput: 'Local tool',
  elicitation: 'Question',
  crawl: 'Crawl',
  poll: 'Job',
};

export function WaitingView(): JSX.Element {
  const list = waiting.value;
  return (
    <>
      <h1>Waiting</h1>
      {waitingError.value !== null && (
        <p class="error" role="alert">
          {waitingError.value}
        </p>
      )}
      {list === null ? (
        <p class="loading">Loading…</p>
      ) : list.items.length === 0 ? (
        <Empty>
          Nothing waits. <a href={linkTo('start')}>Start a run</a> with the scenario approval, local-tool or
          elicitation.
        </Empty>
      ) : (
        <>
          <p class="quiet">
            With an approval in focus, press <kbd>a</kbd> to approve and <kbd>d</kbd> to deny.
          </p>
          <div class="cards">
            {list.items.map((item) => (
              <Card key={item.id} item={item} list={list} />
            ))}
          </div>
          {list.isTruncated && <p class="quiet">There are more; the newest are shown.</p>}
        </>
      )}
    </>
  );
}

function Card({ item, list }: { readonly item: WaitingItem; readonly list: Waiting }): JSX.Element {
  const { kind, executionId, name, title, reason, url } = item;
  const [error, setError] = useState<string | null>(null);
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => () => focusBeside(card.current), []);
  const decide = (decision: string): void => {
    answer(item, decision).catch((problem: unknown) => setError(messageOf(problem)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (kind !== 'approval' || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyping) return;
    if (event.key === 'a') decide('approved');
    else if (event.key === 'd') decide('denied');
  };
  return (
    <article ref={card} class="card" tabIndex={0} aria-label={title} onKeyDown={onKeyDown}>
      <h2 dir="auto">{title}</h2>
      <p>
        {KINDS[kind]} of <a href={linkTo('executions', executionId)}>{name ?? executionId}</a>
        {' · '}
        <TimeLeft item={item} list={list} />
      </p>
      {reason !== null && <p dir="auto">{reason}</p>}
      {url !== null && (
        <p>
          Page to visit: <code>{url}</code>
        </p>
      )}
      <Json value={item.arguments} label="Arguments" />
      {kind === 'approval' ? (
        <div class="bar">
          <Action kind="danger" run={() => answer(item, 'denied')}>
            Deny
          </Action>
          <Action kind="primary" run={() => answer(item, 'approved')}>
            Approve
          </Action>
          {item.expiresAt !== null && <Expire expiresAt={item.expiresAt} />}
        </div>
      ) : (
        <SchemaForm
          schema={item.inputSchema}
          initial={valueAt(item.answer.bodyExample, item.answer.pointer)}
          label="Send the answer"
          send={(value) => answer(item, value)}
        />
      )}
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {item.answer.origin !== null && (
        <p class="quiet">
          The session is bound to {item.answer.origin}, whose pages may answer; this page may not. Use the
          call instead.
        </p>
      )}
      <Copy label="Copy as curl" text={() => curlOf(callOf(item))} />
    </article>
  );
}

/** Lets the time of the world pass until a question expires. */
function Expire({ expiresAt }: { readonly expiresAt: string }): JSX.Element {
  return (
    <Action run={() => advanceTo(expiresAt)}>
      <span title="Advances the clock of the world; timers that are due before fire too.">Expire this</span>
    </Action>
  );
}

/** Moves the focus from a card that is about to disappear to one beside it. */
function focusBeside(card: HTMLElement | null): void {
  if (card === null || !card.contains(document.activeElement)) return;
  const next = card.nextElementSibling ?? card.previousElementSibling;
  if (next instanceof HTMLElement) next.focus();
}

/** The time until a question expires, in the time of the world. */
function TimeLeft({ item, list }: { readonly item: WaitingItem; readonly list: Waiting }): JSX.Element {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (item.expiresAt === null) return <span class="quiet">no time limit</span>;
  const now = list.now + (performance.now() - list.loadedAt) * list.rate;
  const left = Date.parse(item.expiresAt) - now;
  return <span>{left <= 0 ? 'expired' : `${formatDuration(Math.ceil(left / 1_000) * 1_000)} left`}</span>;
}

function callOf({ answer: call }: WaitingItem): ServiceCall {
  const { method, path, bodyExample, credential, origin } = call;
  const isAnonymous = credential !== 'key';
  return { method, path, origin, isAnonymous, body: JSON.stringify(bodyExample) };
}
