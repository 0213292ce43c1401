/**
 * Plans the checks of an operation, their order, and their cases. The order ensures that a consumable state is
 * available for the one request that needs it.
 */
import { testOf, type ContractOperation } from '../../contract/operations.ts';
import { isDestructive } from '../model/operations.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import {
  needsCredential,
  isGuardedWrite,
  scopesOf,
  withBadCredential,
  withNeedlessCredential,
  withOtherScheme,
  withoutCredential,
  withoutScope,
} from './access-cases.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import { isSingleUse, traitsOf } from './operation-traits.ts';
import { negativeBodies } from './negative-bodies.ts';
import { hasInvalidQueries, negativeQueries, positiveQueries } from './query-cases.ts';
import { positiveBodies } from './positive-bodies.ts';
import { hasInvalidRequests, invalidRequests, mixedParameters, type Siblings } from './invalid-requests.ts';
import { canBeNotFound, unknownIds } from './unknown-ids.ts';
import { authProperty } from './expected-response.ts';
import { namesRecord, parentsOf, sendAsOther, sendToOtherParent } from './access/foreign-requests.ts';
import { compareFilteredPages, compareZones, hasFilteredPages, takesTimes } from './lists/compare-lists.ts';
import { canFollow, followStream } from './lists/resume-stream.ts';
import type { Stage } from './play-cases.ts';
import { takesKey } from './replay.ts';
import type { RequestTraits } from './request-traits.ts';
import {
  headRequests,
  isProtectedRead,
  isRead,
  namedEncoding,
  namesInCapitals,
  schemeInLowerCase,
  takesText,
} from './http/equal-requests.ts';
import {
  expectsNoBody,
  hasStaticPrefix,
  lacksMethod,
  oddIdsOf,
  oddQueries,
  otherMethods,
  readsById,
  readsByQuery,
  unexpectedBodies,
  unknownPath,
} from './http/odd-requests.ts';

export interface PlannedCheck {
  readonly id: string;
  readonly applies: (operation: ContractOperation, api: RequestTraits) => boolean;
  /** The prerequisites: the ids in the path, a valid credential, both, or a request that the state accepts. */
  readonly needs: 'path' | 'credential' | 'both' | 'request';
  /** Creates the cases, or returns why there are none. */
  readonly make?: (
    subject: Subject,
    environment: TestEnvironment,
    siblings: Siblings,
  ) => CaseSet | readonly Case[] | string;
  /** Sends requests whose responses are compared, and records the result. Errors: as `Wire.send`. */
  readonly play?: (
    stage: Stage,
    subject: Subject,
    environment: TestEnvironment,
    siblings: Siblings,
  ) => Promise<void>;
  /** Lists the path parameters for which another record is needed; default none. */
  readonly others?: (operation: ContractOperation) => readonly string[];
}

/** Checks by id. P01, P02 and A06 also use the base request, which is sent once. */
const planned: readonly PlannedCheck[] = [
  { id: 'A01', applies: needsCredential, needs: 'path', make: withoutCredential },
  {
    id: 'A02',
    applies: (operation) => needsCredential(operation) || authProperty(operation) !== null,
    needs: 'path',
    make: withBadCredential,
  },
  { id: 'A03', applies: needsCredential, needs: 'path', make: withOtherScheme },
  {
    id: 'A04',
    applies: (operation) =>
      needsCredential(operation) && (scopesOf(operation).length > 0 || isGuardedWrite(operation)),
    needs: 'path',
    make(subject, environment) {
      const cases = withoutScope(subject, environment);
      return cases.length > 0
        ? cases
        : `No key without the permission is known: name one in conformance.yaml under credentials.${isGuardedWrite(subject.operation) ? 'readOnly' : 'noScope'}.`;
    },
  },
  { id: 'LAW30', applies: isProtectedRead, needs: 'path', make: headRequests },
  { id: 'LAW36', applies: namesRecord, needs: 'both', play: sendAsOther },
  {
    id: 'LAW37',
    applies: (operation) => needsCredential(operation) && parentsOf(operation).length > 0,
    needs: 'both',
    others: parentsOf,
    play: sendToOtherParent,
  },
  {
    id: 'P01',
    applies: () => true,
    needs: 'request',
    make(subject) {
      // Why: existing records are only changed as configured, not randomly.
      if (isSingleUse(subject.traits) || subject.isBorrowed) return [];
      const bodies = positiveBodies(subject);
      const queries = positiveQueries(subject);
      return { cases: [...bodies.cases, ...queries.cases], random: bodies.random ?? queries.random };
    },
  },
  { id: 'P02', applies: takesKey, needs: 'request' },
  {
    id: 'A06',
    applies: (operation, api) => api.isForNewcomers(operation),
    needs: 'request',
  },
  {
    id: 'A05',
    applies: (operation) => !needsCredential(operation),
    needs: 'request',
    make: withNeedlessCredential,
  },
  { id: 'LAW31', applies: isRead, needs: 'request', make: namesInCapitals },
  { id: 'LAW32', applies: isProtectedRead, needs: 'request', make: schemeInLowerCase },
  { id: 'LAW33', applies: takesText, needs: 'request', make: namedEncoding },
  { id: 'LAW34', applies: hasFilteredPages, needs: 'request', play: compareFilteredPages },
  { id: 'LAW35', applies: takesTimes, needs: 'request', play: compareZones },
  { id: 'LAW38', applies: canFollow, needs: 'request', play: followStream },
  {
    id: 'N01',
    applies: ({ body }) => body !== null,
    needs: 'both',
    make: (subject) => limitAttempts(subject, negativeBodies(subject)),
  },
  {
    id: 'N02',
    applies: (operation) => hasInvalidQueries({ operation }),
    needs: 'both',
    make: negativeQueries,
  },
  { id: 'N03', applies: (operation) => canBeNotFound({ operation }), needs: 'credential', make: unknownIds },
  {
    id: 'N04',
    applies: hasInvalidRequests,
    needs: 'both',
    others: mixedParameters,
    make: (subject, _, siblings) => invalidRequests(subject, siblings),
  },
  { id: 'LAW40', applies: lacksMethod, needs: 'both', make: otherMethods },
  { id: 'LAW41', applies: readsById, needs: 'credential', make: oddIdsOf },
  { id: 'LAW42', applies: expectsNoBody, needs: 'both', make: unexpectedBodies },
  { id: 'LAW43', applies: hasStaticPrefix, needs: 'credential', make: unknownPath },
  { id: 'LAW44', applies: readsByQuery, needs: 'both', make: oddQueries },
];

/** Returns the checks of an operation in the order in which they run. */
export function checksOf(operation: ContractOperation, api: RequestTraits): readonly PlannedCheck[] {
  const checks = planned.filter(({ applies }) => applies(operation, api));
  if (traitsOf(operation).consumes === null) return checks;
  const isRight = ({ needs }: PlannedCheck): boolean => needs === 'request';
  return [...checks.filter((each) => !isRight(each)), ...checks.filter(isRight)];
}

/** Sorts operations: those that delete or invalidate what others need come after them. */
export function inOrder(operations: readonly ContractOperation[]): readonly ContractOperation[] {
  const rank = (operation: ContractOperation): number =>
    isDestructive(operation) ? 2 : testOf(operation).after === undefined ? 0 : 1;
  return operations.toSorted((one, other) => rank(one) - rank(other));
}

/** Reduces the invalid requests of a limitAttempts operation to a few different ones. */
function limitAttempts({ traits }: Subject, set: CaseSet): CaseSet | readonly Case[] {
  const { attempts } = traits;
  if (attempts === null || set.cases.length <= attempts.most) return set;
  const step = set.cases.length / attempts.most;
  const cases = Array.from({ length: attempts.most }, (_, count) => set.cases[Math.floor(count * step)]);
  return cases.flatMap((each) => each ?? []);
}
