/** Announces a new question to people who look at another view, or who listen to the page. */
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { linkTo, route } from '../route.ts';
import { waiting } from '../waiting.ts';

export const waitingCount = computed(() => waiting.value?.items.length ?? 0);

export function WaitingNotice(): JSX.Element {
  const [message, setMessage] = useState('');
  const known = useRef<ReadonlySet<string> | null>(null);
  const items = waiting.value?.items;
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    const added = before === null ? [] : items.filter(({ id }) => !before.has(id));
    if (added.length > 0)
      setMessage(added.length === 1 ? (added[0]?.title ?? '') : `${added.length} new questions`);
    else if (items.length === 0) setMessage('');
  }, [items]);
  const isShown = message !== '' && route.value.view !== 'waiting';
  return (
    <div class={isShown ? 'notice card' : 'notice'} role="status" aria-live="polite">
      {isShown && (
        <>
          <strong>Waiting:</strong> <bdi>{message}</bdi> <a href={linkTo('waiting')}>Answer</a>{' '}
          <button onClick={() => setMessage('')}>Dismiss</button>
        </>
      )}
    </div>
  );
}
