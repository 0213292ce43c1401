/** Counts the calls that failed since the journal was last viewed, for the badge in the navigation. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listen } from './live.ts';

export const newErrors = signal(0);

let isSeen = false;

listen((events) => {
  if (isSeen) return;
  // An open stream is reported when it ends, so each call is counted once.
  newErrors.value += events.filter((event) => event.type === 'request' && event.request.status >= 400).length;
});

/** Resets the count while the journal is shown. */
export function useSeenErrors(isShown: boolean): void {
  useEffect(() => {
    isSeen = isShown;
    if (isShown) newErrors.value = 0;
  }, [isShown]);
}
