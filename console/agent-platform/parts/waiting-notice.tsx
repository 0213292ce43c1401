/** Announces a new question to users of another view, or of a screen reader. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { linkTo, route } from '../../route.ts';
import { followWaiting, waiting } from '../waiting.ts';

export function WaitingNotice(): JSX.Element {
  const [announced, setAnnounced] = useState<readonly string[]>([]);
  const known = useRef<ReadonlySet<string> | null>(null);
  const items = waiting.value?.items;
  useEffect(followWaiting, []);
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    const added = before === null ? [] : items.filter(({ id }) => !before.has(id));
    if (added.length > 0) setAnnounced(added.map(({ id }) => id));
  }, [items]);
  const open = items?.filter(({ id }) => announced.includes(id)) ?? [];
  const isShown = open.length > 0 && route.value.view !== 'waiting';
  return (
    <div class={isShown ? 'notice card' : 'notice'} role="status" aria-live="polite">
      {isShown && (
        <>
          <strong>Waiting:</strong>{' '}
          <bdi>{open.length === 1 ? open[0]?.title : `${open.length} new questions`}</bdi>{' '}
          <a href={linkTo('waiting')}>Answer</a> <button onClick={() => setAnnounced([])}>Dismiss</button>
        </>
      )}
    </div>
  );
}
