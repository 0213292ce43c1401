/** A long list that only draws the rows that are visible. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoving } from './roving.ts';

/** The number of rows above and below the visible ones that are also drawn. */
const MARGIN = 10;

/**
 * Draws rows of equal height.
 *
 * Units: `height` of a row in pixels.
 * Shape: with `follows` the list stays at its end while rows are added; `onEnd` is called when the last rows are
 * drawn, to load more; `keyOf` returns what identifies a row that may move; `columns` and `narrow` are the grid
 * columns of a row, on wide pages and on narrow ones, where cells of the class `wide` are hidden; `head` has the
 * titles of the columns.
 */
export function Rows({
  count,
  height,
  row,
  label,
  follows = false,
  onEnd,
  keyOf = String,
  columns = 'minmax(0, 1fr)',
  narrow = columns,
  head,
}: {
  readonly count: number;
  readonly height: number;
  readonly row: (index: number) => ComponentChildren;
  readonly label: string;
  readonly follows?: boolean;
  readonly onEnd?: () => void;
  readonly keyOf?: (index: number) => string;
  readonly columns?: string;
  readonly narrow?: string;
  readonly head?: ComponentChildren;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const isAtEnd = useRef(true);
  const look = (): void => {
    const { current } = box;
    if (current === null) return;
    isAtEnd.current = current.scrollTop + current.clientHeight >= current.scrollHeight - height;
    setView({ top: current.scrollTop, height: current.clientHeight });
  };
  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { current } = box;
    if (follows && isAtEnd.current && current !== null) current.scrollTop = current.scrollHeight;
  }, [count]);
  const first = Math.max(0, Math.floor(view.top / height) - MARGIN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + MARGIN);
  const roving = useRoving(box, { count, height, top: Math.ceil(view.top / height) });
  useEffect(() => {
    if (last === count) onEnd?.();
  }, [last, count]);
  const rows: ComponentChildren[] = [];
  for (let index = first; index < last; index += 1)
    rows.push(
      <div
        key={keyOf(index)}
        class="row"
        role="listitem"
        aria-setsize={count}
        aria-posinset={index + 1}
        style={{ top: `${index * height}px`, height: `${height}px` }}
      >
        {row(index)}
      </div>,
    );
  return (
    <div
      class="rows"
      ref={box}
      onScroll={look}
      {...roving}
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ '--columns': columns, '--narrow': narrow }}
    >
      {head !== undefined && (
        <div class="rows-head" aria-hidden="true">
          {head}
        </div>
      )}
      <div class="rows-inside" role="presentation" style={{ height: `${count * height}px` }}>
        {rows}
      </div>
    </div>
  );
}
