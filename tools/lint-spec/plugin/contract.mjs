/** Redocly plugin `contract`: rules for the documents of this contract in addition to the built-in ones. */
import { Auth401, Idempotency, Scopes } from './access.mjs';
import { ErrorExamples } from './error-examples.mjs';
import { Examples } from './examples.mjs';
import { Extensions } from './extensions.mjs';
import { NotShown, Provenance } from './provenance.mjs';
import { NoExtraAssertion, OpenResponses, SharedSubset } from './schemas.mjs';
import { ErrorBody, Statuses } from './operations.mjs';
import { SseFrame, StreamPair } from './streams.mjs';

/** Rules that read both kinds of documents the same way. */
const everywhere = {
  provenance: Provenance,
  extensions: Extensions,
  'not-shown': NotShown,
  'shared-subset': SharedSubset,
  'no-extra-assertion': NoExtraAssertion,
};

/** Creates the plugin. Redocly calls it once. */
export default function createPlugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        ...everywhere,
        statuses: Statuses,
        'error-body': ErrorBody,
        'error-examples': ErrorExamples,
        'auth-401': Auth401,
        scopes: Scopes,
        idempotency: Idempotency,
        'stream-pair': StreamPair,
        'sse-frame': SseFrame,
        'open-responses': OpenResponses,
        examples: Examples,
      },
      async3: everywhere,
    },
  };
}
