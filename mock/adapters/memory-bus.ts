/**
 * Signals within one process.
 */
import type { Bus } from '../kernel/ports.ts';

export function createMemoryBus(): Bus {
  const waiting = new Map<string, Set<() => void>>();

  function signal(topic: string): void {
    const wakes = waiting.get(topic);
    waiting.delete(topic);
    wakes?.forEach((wake) => {
      wake();
    });
  }

  return {
    signal,
    signalAll() {
      for (const topic of [...waiting.keys()]) signal(topic);
    },
    changed(topic, wake) {
      const wakes = waiting.get(topic) ?? new Set();
      const own = (): void => {
        wake();
      };
      waiting.set(topic, wakes.add(own));
      return () => {
        if (wakes.delete(own) && wakes.size === 0 && waiting.get(topic) === wakes) waiting.delete(topic);
      };
    },
    get waiting() {
      return [...waiting.values()].reduce((sum, wakes) => sum + wakes.size, 0);
    },
  };
}
