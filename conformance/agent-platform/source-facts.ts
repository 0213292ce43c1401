/** The facts of the source of the Agent Platform, read from `spec/facts.tsv` of the package when they are first used. */
import { readFileSync } from 'node:fs';
import type { Fact, FactSource } from '../../contract/contract.ts';
import { readFacts } from './read-facts.ts';

/** Paths of the file. Why: in the build this module is one folder deeper than in the sources. */
const paths = ['../../spec/facts.tsv', '../../../spec/facts.tsv'];

let facts: readonly Fact[] | null = null;

export const sourceFacts: FactSource = {
  /** Errors: throws if the file is missing from the package. */
  get facts() {
    facts ??= readFacts(readFirst(paths));
    return facts;
  },
  schemaNames: {
    AgentCreate: ['AgentInput'],
    AgentUpdate: ['AgentInput'],
    ApprovalConflict: ['ErrorBody'],
    ApprovalForbidden: ['ErrorBody'],
    ClientErrorBody: ['ErrorBody'],
    EventsBadRequest: ['ErrorBody', 'ErrorBody(product-events 400)'],
    EventsForbidden: ['ErrorBody'],
    RateLimitedBody: ['ErrorBody'],
    RegistrationError: ['ErrorBody'],
    UnauthorizedBody: ['ErrorBody'],
  },
  propertySubjects: { 'UnauthorizedBody.error': ['*#401'] },
};

function readFirst(candidates: readonly string[]): string {
  for (const path of candidates) {
    try {
      return readFileSync(new URL(path, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('spec/facts.tsv is missing; the package is incomplete.');
}
