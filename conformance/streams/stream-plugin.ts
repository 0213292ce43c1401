/** The part of a plug-in that checks streams. */
import type { Contract } from '../../contract/contract.ts';
import type { Check } from '../model/check.ts';
import type { ExchangeRule } from '../model/exchange-rule.ts';
import { createStreamInspector, type StreamInspector } from './check-stream.ts';
import { generalSupport } from './general-support.ts';
import type { RunState } from './stream-rule.ts';
import type { StreamSupport } from './stream-support.ts';

/** The checks of the streams of one API. */
export interface StreamPlugin {
  readonly checks: readonly Check[];
  /** Creates the inspector of a part of an implementation. */
  createInspector(contract: Contract): StreamInspector;
}

/** Defines the checks of streams. Shape: `Run` is what the streams of a run share. */
export function defineStreams<Run extends RunState>(support: StreamSupport<Run>): StreamPlugin {
  return {
    checks: support.checks,
    createInspector: (contract) => createStreamInspector(contract, support),
  };
}

/** The streams of an API of which only the contract is known. */
export const generalStreams = defineStreams(generalSupport);

/** Creates the rule for the streams of a run, and for the events of JSON results: S01 to S28. */
export function createStreamRule(streams: StreamPlugin): ExchangeRule {
  return {
    open(contract) {
      const inspectors = new WeakMap<object, StreamInspector>();
      return {
        take({ exchange, operation, world: { key } }) {
          const inspector = inspectors.get(key) ?? streams.createInspector(contract);
          inspectors.set(key, inspector);
          return [
            ...inspector.checkStream(operation, exchange),
            ...inspector.checkResult(operation, exchange),
          ];
        },
      };
    },
  };
}
