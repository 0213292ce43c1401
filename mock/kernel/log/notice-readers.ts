/**
 * A bus that reports its readers. Owns nothing: signals go to the bus behind it.
 */
import type { Bus } from '../ports.ts';

/** Calls back whenever a reader begins to wait. */
export function noticeReaders(bus: Bus, notice: () => void): Bus {
  return {
    signal: (topic) => bus.signal(topic),
    signalAll: () => bus.signalAll(),
    changed(topic, wake) {
      notice();
      return bus.changed(topic, wake);
    },
    get waiting() {
      return bus.waiting;
    },
  };
}
