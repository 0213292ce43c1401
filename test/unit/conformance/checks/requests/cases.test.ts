/** Valid cases conform to the contract, invalid ones do not, and each has the severity of its source. */
import {
  agentPlatformContract as contract,
  allOperations,
  operationById,
  type OperationId,
} from '../../../../../conformance/agent-platform/contract.ts';
import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../../../../../conformance/agent-platform/requests/request-traits.ts';
import type { Case, CaseSet, Subject } from '../../../../../conformance/requests/case.ts';
import { negativeBodies } from '../../../../../conformance/requests/negative-bodies.ts';
import { negativeQueries, positiveQueries } from '../../../../../conformance/requests/query-cases.ts';
import { positiveBodies } from '../../../../../conformance/requests/positive-bodies.ts';
import { propertiesOf, fitsContract } from '../../../../../conformance/requests/request-form.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { expandFacts } from '../../../../../contract/facts/facts.ts';
import type { TestEnvironment } from '../../../../../conformance/model/test-environment.ts';
import { baseUrl } from './support.ts';

const anyId = {
  id: 'agent_1',
  agentId: 'agent_1',
  executionId: 'exec_1',
  toolCallId: 'call_1',
  versionId: 'aver_1',
};
const more = {
  capabilityId: 'cap_1',
  batchId: 'batch_1',
  recordId: 'record_1',
  orgId: 'org_1',
  assetId: 'asset_1',
};
const environment: TestEnvironment = {
  ...defaultConfig.environment,
  baseUrl,
  parameters: {
    any: { ...anyId, ...more },
    ...Object.fromEntries(allOperations.map(({ id }) => [id, anyId])),
  },
};

function subjectOf(id: OperationId): Subject {
  const operation = operationById(id);
  if (operation === undefined) throw new Error(id);
  return { ...baseOf(operation, environment), baseline: 200 };
}

function everyCase({ cases, random }: CaseSet): readonly Case[] {
  return [...cases, ...(random === null ? [] : sample(random, 30).filter((each) => each !== null))];
}

describe.each(allOperations.map(({ id }) => id))('the cases of %s', (id) => {
  it('are valid or invalid as they claim', () => {
    const subject = subjectOf(id);
    expect(fitsContract(subject.base)).toBe(true);
    const right = [...everyCase(positiveBodies(subject)), ...everyCase(positiveQueries(subject))];
    const wrong = [...everyCase(negativeBodies(subject)), ...everyCase(negativeQueries(subject))];
    expect(
      right.filter(({ form }) => !fitsContract(form)).map(({ expectation }) => expectation.description),
    ).toEqual([]);
    expect(
      wrong.filter(({ form }) => fitsContract(form)).map(({ expectation }) => expectation.description),
    ).toEqual([]);
  });

  it('refer to facts of the source', () => {
    const subject = subjectOf(id);
    const all = [
      positiveBodies(subject),
      positiveQueries(subject),
      negativeBodies(subject),
      negativeQueries(subject),
    ];
    const facts = all.flatMap(everyCase).flatMap(({ expectation }) => expectation.facts);
    expect(() => expandFacts(contract, [...new Set(facts)])).not.toThrow();
  });

  it('keep the ids of records', () => {
    const subject = subjectOf(id);
    const ids = Object.entries(propertiesOf(subject.base)).filter(([name]) => name.endsWith('Id'));
    const changed = everyCase(positiveBodies(subject)).filter(({ form }) =>
      ids.some(([name, value]) => propertiesOf(form)[name] !== value),
    );
    expect(changed).toEqual([]);
  });
});

const severitiesOf = (set: CaseSet): ReadonlyMap<string, string> =>
  new Map(set.cases.map(({ expectation }) => [expectation.description, expectation.severity]));

describe('the severity of a case', () => {
  it.each<[OperationId, string, string]>([
    ['createAgent', 'A body without name', 'fail'],
    ['createAgent', 'A body whose name is too short', 'warn'],
    ['createAgent', 'A body whose maxTurns is not an integer', 'fail'],
    ['createAgent', 'A body whose externalConfig is null', 'warn'],
    ['createAgent', 'A body that is malformed JSON', 'fail'],
    ['createAgent', 'An empty body', 'fail'],
    ['fetchAgentCard', 'A body whose url is not a valid uri', 'fail'],
    ['executeAgent', 'A body whose streamResponse has the wrong type', 'fail'],
    ['executeAgent', 'A body whose messages.0.role is not in the list', 'warn'],
    ['approveAgentExecution', 'A body without decision', 'off'],
    ['submitFlowBatch', 'A body whose flowId has the wrong type', 'off'],
    ['resumeSandboxDeployment', 'A body that is a list', 'warn'],
    ['dispatchRun', 'A body that is malformed JSON', 'off'],
    ['completeClaim', 'A body without otp', 'warn'],
  ])('%s: %s', (id, description, severity) => {
    expect(severitiesOf(negativeBodies(subjectOf(id))).get(description)).toBe(severity);
  });

  it.each<[OperationId, string, string]>([
    ['createAgent', 'A body with every property that the source names', 'fail'],
    ['createAgent', 'The largest valid body', 'warn'],
    ['createAgent', 'A body with agentType "external"', 'warn'],
    ['createAgent', 'A body with primaryFlowId null', 'fail'],
    ['createAgent', 'A body with an unknown property', 'warn'],
    ['addAgentCapability', 'A body with enabled false', 'fail'],
  ])('%s: %s', (id, description, severity) => {
    expect(severitiesOf(positiveBodies(subjectOf(id))).get(description)).toBe(severity);
  });

  it.each<[OperationId, string, string]>([
    ['pollProductEvents', 'A query with a maxEvents that is not a number', 'fail'],
    ['pollProductEvents', 'A query with a waitMs beyond its bound 50000', 'warn'],
    ['pollProductEvents', 'A query with a after that does not match its pattern', 'warn'],
  ])('%s: %s', (id, description, severity) => {
    expect(severitiesOf(negativeQueries(subjectOf(id))).get(description)).toBe(severity);
  });

  it('has no invalid type for a text parameter', () => {
    expect(negativeQueries(subjectOf('listAgents'))).toEqual({ cases: [], random: null });
  });
});
