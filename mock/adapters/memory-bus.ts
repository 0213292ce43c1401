/** Signals within one process. */
import type { Cancel } from '../kernel/async.ts';
import type { Bus } from '../kernel/ports.ts';

export function createMemoryBus(): Bus {
  return new MemoryBus();
}

/** Why a class: each object literal with a getter has a separate hidden class, which makes creating worlds slower. */
class MemoryBus implements Bus {
  readonly #waiting = new Map<string, Set<() => void>>();

  signal(topic: string): void {
    const wakes = this.#waiting.get(topic);
    if (wakes === undefined) return;
    this.#waiting.delete(topic);
    for (const wake of wakes) wake();
  }

  signalAll(): void {
    for (const topic of [...this.#waiting.keys()]) this.signal(topic);
  }

  changed(topic: string, wake: () => void): Cancel {
    const waiting = this.#waiting;
    const wakes = waiting.get(topic) ?? new Set();
    const own = (): void => {
      wake();
    };
    waiting.set(topic, wakes.add(own));
    return () => {
      if (wakes.delete(own) && wakes.size === 0 && waiting.get(topic) === wakes) waiting.delete(topic);
    };
  }

  get waiting(): number {
    return this.#waiting.values().reduce((sum, wakes) => sum + wakes.size, 0);
  }
}
