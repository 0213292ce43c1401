/** Arrow keys in a list that only draws its visible rows: one row is in the tab order, the keys move to the others. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

interface RovingList {
  readonly count: number;
  /** Units: pixels of a row. */
  readonly height: number;
  /** The first visible row. */
  readonly top: number;
}

/** Returns the handlers of the list. The first link or button of a row gets the focus. */
export function useRoving(box: RefObject<HTMLDivElement | null>, { count, height, top }: RovingList) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('.row') ?? [])];
    const isDrawn = rows.some((row) => placeOf(row) === active);
    for (const row of rows) {
      const isTabbable = placeOf(row) === (isDrawn ? active : top);
      const control = row.querySelector<HTMLElement>('a, button');
      const tabIndex = isTabbable ? 0 : -1;
      // Why the comparison: an assignment changes the document even when the value is the same.
      if (control !== null && control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
      if (placeOf(row) !== wanted.current) continue;
      wanted.current = null;
      control?.focus({ preventScroll: true });
    }
  });
  const moveTo = (place: number): void => {
    const { current } = box;
    if (current === null) return;
    const [start, end] = [place * height, (place + 1) * height];
    const view = current.clientHeight - headOf(current);
    if (start < current.scrollTop) current.scrollTop = start;
    else if (end > current.scrollTop + view) current.scrollTop = end - view;
    wanted.current = place;
    setActive(place);
  };
  return {
    onFocusIn: (event: FocusEvent): void => {
      const row = rowOf(event);
      if (row !== null) setActive(placeOf(row));
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const row = rowOf(event);
      if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
        Home: -count,
        End: count,
      };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveTo(Math.max(0, Math.min(count - 1, placeOf(row) + step)));
    },
  };
}

function rowOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.row') : null;
}

/** Returns the index of a row. */
function placeOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-posinset')) - 1;
}

/** Units: pixels of the titles, which stay above the rows. */
function headOf(list: HTMLElement): number {
  return list.querySelector<HTMLElement>('.rows-head')?.offsetHeight ?? 0;
}
