/** What the checks know of an API besides its contract. */
import type { ExchangeRule } from './model/exchange-rule.ts';
import { createResponseRules } from './responses/exchange-rules.ts';
import type { ResponseTraits } from './responses/response-traits.ts';
import { streamRule } from './streams/check-stream.ts';

/** The knowledge of one API. */
export interface CheckPlugin {
  /** What the rules of responses know of it. */
  readonly responses: ResponseTraits;
  /** Rules for exchanges, besides those of every API. */
  readonly exchangeRules: readonly ExchangeRule[];
}

/**
 * Defines a plug-in, with completion and checks of its types.
 *
 * @example defineCheckPlugin({ responses: generalTraits, exchangeRules: [] })
 */
export function defineCheckPlugin(plugin: CheckPlugin): CheckPlugin {
  return plugin;
}

/** Lists the rules for the exchanges of an API: those of every API first. */
export function listExchangeRules({ responses, exchangeRules }: CheckPlugin): readonly ExchangeRule[] {
  return [...createResponseRules(responses), streamRule, ...exchangeRules];
}
