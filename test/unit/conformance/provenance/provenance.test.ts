import {
  agentPlatformContract as contract,
  operationById as operation,
  type OperationId,
} from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, test } from 'vitest';
import {
  assumptionSeverity,
  provenanceOfHeader,
  provenanceOfMediaType,
  provenanceOfStatus,
  provenanceOfStatuses,
  provenanceOfUndeclared,
  provenanceOfValue,
  type Provenance,
} from '../../../../conformance/provenance/provenance.ts';
import { sourceFacts } from '../../../../conformance/agent-platform/source-facts.ts';
import { isDocumented, supportingFacts } from '../../../../contract/facts/supporting-facts.ts';
import type { ProblemCode } from '../../../../templates/runtime/problem-rows.ts';
import { shapes } from '../../../../generated/service/arbitraries.ts';

const missing = 'MISSING_REQUIRED_FIELD';
const type = 'INVALID_TYPE';
const outsider = 'INVALID_ENUM';
const form = 'INVALID_FORMAT';

/** `fail F-1 F-2`, `warn A-1`, `warn`. */
function format({ severity, facts, assumption }: Provenance): string {
  return [severity, ...facts, ...(assumption === null ? [] : [assumption])].join(' ');
}

const values: readonly (readonly [
  check: string,
  path: string,
  code: ProblemCode | undefined,
  expected: string,
])[] = [
  // A property in the source.
  ['SandboxDeployment', 'status', type, 'fail F-2.1-014'],
  ['TokenAudiencePolicy', 'updatedAt', missing, 'fail F-2.4-006'],
  ['ExecutionResult', 'error', type, 'fail F-2.5-016'],
  ['AgentCreate', 'name', missing, 'fail F-2.2-001'],
  ['AgentUpdate', 'maxTurns', type, 'fail F-2.2-009'],
  // Properties of inner objects, which the source describes with the outer one.
  ['SandboxMutationResponse', 'deployment', missing, 'fail F-2.1-084'],
  ['SandboxMutationResponse', 'deployment.counters.runtimeEpoch', missing, 'fail F-2.1-042'],
  ['SandboxDeployment', 'effectivePolicy.sleepPolicy', type, 'fail F-2.1-067 F-2.1-068 F-2.1-069'],
  ['SandboxDeployment', 'effectivePolicy.sleepPolicy.mode', missing, 'fail F-2.1-071 F-2.1-072'],
  ['SandboxDeployment', 'effectivePolicy.sleepPolicy.after', missing, 'fail F-2.1-070'],
  ['execution_complete', 'totalTokens.input', missing, 'fail F-6.1.1-041 F-6.1-025'],
  ['turn_complete', 'estimatedContextBreakdown.categories.tools.chars', missing, 'fail F-6.1.1-078'],
  ['state_delta', 'patch.0.path', missing, 'fail F-6.1.1-291'],
  ['turn_complete', 'fallback.attempts.2.success', missing, 'fail F-6.1-012'],
  ['ExecutionResult', 'pausedReason.parameters', missing, 'fail F-6.1.3-004'],
  // Items of lists: facts of the list apply to them.
  ['SandboxDeployment', 'effectivePolicy.networkAccess.allow.3', type, 'fail F-2.1-078'],
  ['TokenAudiencePolicy', 'entries.0.allowedGrants.1', outsider, 'fail F-2.4-013 F-2.4-014'],
  ['TokenAudiencePolicy', 'entries.0.resource', form, 'fail F-2.4-009 F-2.4-010 F-2.4-011'],
  // A fact applies only to the kind of problem that it describes.
  ['execution_start', 'startedAt', missing, 'fail F-6.1.1-008'],
  ['execution_start', 'startedAt', type, 'warn A-109'],
  ['execution_start', 'executionId', type, 'fail F-6.1.1-003'],
  ['ErrorObject', 'code', type, 'warn A-109'],
  ['ProductEventPage', 'events.0.eventId', form, 'fail F-2.6-006'],
  ['ProductEventPage', 'events.0.cursor', form, 'warn A-038'],
  ['CapabilityInput', 'toolName', 'TOO_LONG', 'off A-024'],
  ['EventsBadRequest', 'code', missing, 'fail F-2.7-009'],
  ['EventsBadRequest', 'code', outsider, 'warn'],
  // A newer producer may have more members of an event's enum, and of no other enum.
  ['approval_complete', 'decision', outsider, 'warn A-111'],
  ['turn_start', 'role', outsider, 'warn A-111'],
  ['SandboxDeployment', 'desiredState', outsider, 'fail F-2.1-009 F-2.1-010 F-2.1-011 F-2.1-012 F-2.1-013'],
  ['ExecutionResult', 'pausedReason.type', outsider, 'fail F-6.1.3-001 F-6.1.3-002 F-6.1.3-010 F-6.1.3-013'],
  // An assumption about a whole schema does not soften a fact about a property.
  ['ExecutionResult', 'success', missing, 'fail F-2.5-007'],
  ['TokenAudiencePolicy', 'agentId', type, 'fail F-2.4-001'],
  // Without a fact, the assumption decides.
  ['AgentPage', 'pagination', missing, 'warn A-PAGE'],
  ['AgentPage', 'data.0.id', missing, 'warn A-014'],
  ['Agent', 'capabilities.0.toolName', missing, 'warn A-CAPABILITY'],
  ['AnalyticsStats', 'agents', type, 'off A-STATS'],
  ['RegistrationResponse', 'scopes', type, 'off A-092'],
  // Specific error bodies repeat the properties of the general one.
  ['UnauthorizedBody', 'error', missing, 'fail F-2.7-001'],
  ['UnauthorizedBody', 'error', outsider, 'fail F-5-010 F-7-004'],
  ['RateLimitedBody', 'error', outsider, 'warn A-121'],
  ['ApprovalConflict', 'details.0.message', missing, 'fail F-2.7-003'],
  ['ApprovalConflict', 'code', outsider, 'warn A-041'],
  // A non-object lacks its required properties.
  ['ErrorBody', '', type, 'fail F-2.7-001'],
  ['AgentPage', '', type, 'warn A-PAGE'],
  // Without a kind of problem, all facts of a place apply.
  ['TokenAudiencePolicy', 'policyRevision', undefined, 'fail F-2.4-003 F-2.4-004 F-2.4-005'],
  ['ErrorDetail', 'code', undefined, 'fail F-2.7-004 F-2.7-007 F-2.7-008'],
  // Undocumented properties only cause warnings.
  ['NoSuchCheck', 'anything', type, 'warn'],
  ['SandboxDeployment', 'profile.nowhere', type, 'warn'],
];

const statuses: readonly (readonly [id: OperationId, status: number, expected: string])[] = [
  ['listAgents', 200, 'fail F-4.2-008'],
  ['executeAgent', 429, 'warn A-062'],
  ['approveAgentExecution', 409, 'warn A-050'],
  ['approveAgentExecution', 400, 'fail F-4.2-130'],
  ['getExecutionStatus', 404, 'off A-STATUS'],
  ['getBatchRecordCost', 200, 'off A-BATCH-COST'],
  ['registerAgent', 409, 'warn A-091'],
];

const sets: readonly (readonly [id: OperationId, expected: string])[] = [
  ['listAgents', 'fail F-4.2-007'],
  ['getBatchRecordCost', 'off A-BATCH-COST'],
  ['dispatchRun', 'off A-DISPATCH'],
  ['followExecutionEvents', 'off A-REJOIN'],
  ['registerAgent', 'warn A-091'],
];

const undeclared: readonly (readonly [id: OperationId, status: number, expected: string])[] = [
  ['listAgents', 207, 'fail F-4.2-007'],
  ['getAgent', 410, 'fail F-4.2-039'],
  ['cancelBatch', 404, 'warn A-055'],
  ['fetchAgentCard', 403, 'warn A-055'],
  ['listAgents', 429, 'warn'],
  ['getBatchRecordCost', 418, 'off A-BATCH-COST'],
];

const headers: readonly (readonly [
  id: OperationId,
  status: number,
  header: string,
  fault: 'missing' | 'form',
  expected: string,
])[] = [
  ['listAgents', 401, 'WWW-Authenticate', 'missing', 'fail F-5-012'],
  ['listAgents', 401, 'www-authenticate', 'form', 'warn A-CHALLENGE'],
  ['submitFlowBatch', 429, 'Retry-After', 'missing', 'fail F-7-017'],
  ['submitFlowBatch', 429, 'Retry-After', 'form', 'warn A-RETRY-AFTER'],
  ['executeAgent', 429, 'Retry-After', 'missing', 'warn A-062'],
  ['getAssetPreview', 200, 'Content-Security-Policy', 'missing', 'fail F-4.3-028'],
  ['executeAgent', 200, 'RateLimit-Limit', 'form', 'warn A-122'],
  ['getExecutionStatus', 401, 'WWW-Authenticate', 'missing', 'off A-STATUS'],
];

describe('the provenance of a value', () => {
  test.each(values)('in %s at "%s" with the problem %s is %s', (check, path, code, expected) => {
    expect(format(provenanceOfValue(contract, check, path, { code }))).toBe(expected);
  });

  test('is found by the operation of its body', () => {
    const publish = { operation: operation('publishAgentVersion') };
    const register = { operation: operation('registerAgent'), status: 200 };
    const request = { operation: operation('registerAgent') };

    expect([
      format(
        provenanceOfValue(contract, 'AgentVersionPublishRequest', 'versionId', {
          code: missing,
          of: publish,
        }),
      ),
      format(
        provenanceOfValue(contract, 'RegistrationResponse', 'claim_token', { code: missing, of: register }),
      ),
      format(provenanceOfValue(contract, 'RegistrationResponse', 'status', { code: outsider, of: register })),
      format(provenanceOfValue(contract, 'RegistrationRequest', 'assertion', { code: missing, of: request })),
    ]).toEqual(['fail F-4.1-013', 'fail F-4.8-013', 'fail F-4.8-015', 'fail F-4.8-007']);
  });

  test('is that of the alternative that matches the value', () => {
    const value = { events: [{ type: 'ping', seq: 1, executionId: 'exec_1' }] };

    expect(
      format(provenanceOfValue(contract, 'ExecutionResult', 'events.0.timestamp', { code: missing, value })),
    ).toBe('fail F-6.1.1-432');
  });

  test('has its place in the innermost file that describes it', () => {
    expect([
      provenanceOfValue(contract, 'SandboxMutationResponse', 'deployment.counters.runtimeEpoch').place,
      provenanceOfValue(contract, 'AgentPage', 'pagination.hasMore').place,
      provenanceOfValue(contract, 'ProductEventPage', 'events.0').place,
    ]).toEqual([
      'spec/schemas/SandboxCounters.yaml#/properties/runtimeEpoch',
      'spec/schemas/Pagination.yaml#/properties/hasMore',
      'spec/shared/product/ProductEventOccurrence.yaml#/',
    ]);
  });

  test('never fails without a fact', () => {
    const paths = Object.entries(shapes.schemas).flatMap(([name, shape]) =>
      shape.kind === 'record'
        ? ['', ...shape.properties.map((member) => member.name)].map((path) => [name, path])
        : [],
    );
    const unfounded = paths.flatMap(([name = '', path = '']) =>
      [undefined, missing, type, outsider, form]
        .map((code) => provenanceOfValue(contract, name, path, { code: code as ProblemCode }))
        .filter(({ severity, facts }) => (severity === 'fail') !== facts.length > 0),
    );

    expect(paths.length).toBeGreaterThan(500);
    expect(unfounded).toEqual([]);
  });
});

describe('the provenance of statuses, media types and headers', () => {
  test.each(statuses)('for the status %s %i is %s', (id, status, expected) => {
    expect(format(provenanceOfStatus(operation(id), status))).toBe(expected);
  });

  test.each(sets)('for all statuses of %s is %s', (id, expected) => {
    expect(format(provenanceOfStatuses(operation(id)))).toBe(expected);
  });

  test.each(undeclared)('for %s with the undeclared status %i is %s', (id, status, expected) => {
    expect(format(provenanceOfUndeclared(operation(id), status))).toBe(expected);
  });

  test.each(headers)('for the header of %s %i %s %s is %s', (id, status, header, fault, expected) => {
    expect(format(provenanceOfHeader(operation(id), status, header, fault))).toBe(expected);
  });

  test('for the media type of a non-JSON response is a fact about it', () => {
    expect([
      format(provenanceOfMediaType(operation('listAgents'), 200)),
      format(provenanceOfMediaType(operation('executeAgent'), 200)),
      format(provenanceOfMediaType(operation('dispatchRun'), 200)),
    ]).toEqual(['fail F-4-002', 'fail F-4.2-098 F-4-002', 'off A-DISPATCH']);
  });
});

test('an assumption has the severity warn or off, even if the contract calls it an error', () => {
  expect(['A-066', 'A-PAGE', 'A-STATS', 'A-NOBODY'].map((id) => assumptionSeverity(contract, id))).toEqual([
    'warn',
    'warn',
    'off',
    'off',
  ]);
});

describe('the facts that support a finding', () => {
  test('have details that are parsed from their text', () => {
    const fact = sourceFacts.facts.find(({ id }) => id === 'F-2.1-034');

    expect(fact === undefined ? null : Object.fromEntries(fact.details)).toEqual({
      type: 'string(ISO 8601)',
      required: 'yes',
      nullable: 'yes',
    });
  });

  test('are found by every prefix of their subject', () => {
    expect(
      ['SandboxDeployment', 'SandboxDeployment.counters', 'SandboxCounters'].map((subject) =>
        isDocumented(contract, subject),
      ),
    ).toEqual([true, true, false]);
  });

  test('are listed once', () => {
    expect(supportingFacts(contract, ['ErrorBody.error', 'ErrorBody.error'], missing)).toEqual(['F-2.7-001']);
  });
});
