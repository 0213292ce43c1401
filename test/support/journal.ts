/** Journals for tests, and calls without anything to explain. */
import { readTrace, type CallDetail, type RecordedTrace } from '../../mock/http/journal/call-trace.ts';
import { MemoryJournal } from '../../mock/http/journal/journal.ts';
import { ANONYMOUS, NO_PREFERENCES } from '../../mock/http/context.ts';
import { SecretMask } from '../../mock/http/secrets.ts';

/** What explains a request that no operation matches. */
export const blankTrace: RecordedTrace = {
  method: 'GET',
  path: '/',
  query: '',
  sent: [],
  body: null,
  operation: null,
  caller: ANONYMOUS,
  credentialProblem: null,
  preferences: NO_PREFERENCES,
  violations: [],
  faults: [],
  notes: {},
  state: null,
  versions: [1, 1],
  committed: null,
  dueTimers: null,
  nearIds: [],
  status: 404,
  response: { contentType: null, text: null },
};

/** Returns a detail without an explanation. */
export function describePlainly(trace: RecordedTrace): CallDetail {
  const { query, headers, body } = readTrace(trace, new SecretMask());
  return { query, headers, body, explanation: [] };
}

export function createTestJournal(): MemoryJournal {
  return new MemoryJournal(describePlainly);
}
