/** The traits of headers of the Agent Platform beyond its contract. */
import type { HeaderTraits } from '../../responses/response-traits.ts';

/** A number of seconds that is plausible as a Unix timestamp but not as the duration of a rate limit. */
const LOOKS_LIKE_A_TIME = 1_000_000_000;

export const headerTraits: HeaderTraits = {
  rateLimit: { error: 'Rate limit exceeded', facts: ['F-7-017'] },
  advice: {
    'content-security-policy': (value) =>
      /default-src\s+'none'/i.test(value) && /(?:^|;)\s*sandbox\b/i.test(value)
        ? null
        : {
            message: "The policy does not isolate the page: it lacks default-src 'none' or sandbox.",
            assumption: 'A-CSP',
          },
    'ratelimit-reset': (value) =>
      Number(value) > LOOKS_LIKE_A_TIME
        ? {
            message: 'The header looks like a timestamp; it must be a number of seconds from now.',
            assumption: 'A-122',
          }
        : null,
  },
};
