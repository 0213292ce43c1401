/** S01, S18, S19, S20: a run is returned in the requested form, and a rejected request has an error status. */
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import { severityOf, type Basis } from '../model/check.ts';
import type { RecordedBody, RecordedResponse } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { isFields } from '../model/json-fields.ts';
import { assumptionSeverity } from '../provenance/provenance.ts';
import type { StreamRequest } from './stream-request.ts';
import type { StreamOperation } from './stream-support.ts';

const EVENTS = 'text/event-stream';

/** Checks the form of a response. Shape: at most one check reports a problem. */
export function checkForm(
  operation: ContractOperation,
  row: StreamOperation,
  form: StreamRequest['form'],
  { status, headers, body }: RecordedResponse,
): readonly CheckResult[] {
  const { contract, stream } = operation;
  if (stream === null) return [];
  const type = mediaTypeOf(headers['content-type'] ?? null) ?? EVENTS;
  const isStream = body.kind === 'stream' && (type === EVENTS || isDeclared(operation, status, headers));
  if (status >= 400) return body.kind === 'json' ? [pass('S20')] : [];
  if (status >= 300) return [];
  const name = stream.parameter?.name ?? 'stream';
  if (form === 'json') {
    if (!isStream) return [pass('S19')];
    return [failWith(contract, 'S19', `A request with ${name} false returns a stream.`, row.returnsJson)];
  }
  if (isStream) return form === 'default' ? [pass('S01'), pass('S18')] : [pass('S01')];
  // Why: without a property that selects the form, each declared one is right, also JSON in lines.
  if (form === 'unknown' || (stream.parameter === null && isDeclared(operation, status, headers))) return [];
  if (isErrorRequest(body))
    return [failWith(contract, 'S20', `A failure returns the status ${status}.`, row.errors, 'status')];
  if (form === 'default' && body.kind === 'json')
    return [failWith(contract, 'S18', `A request without ${name} returns JSON.`, row.streamsByDefault)];
  const sent = headers['content-type'] ?? 'no media type';
  return [failWith(contract, 'S01', `A stream was requested, but the response is ${sent}.`, row.streams)];
}

function isDeclared(
  operation: ContractOperation,
  status: number,
  headers: RecordedResponse['headers'],
): boolean {
  const sent = mediaTypeOf(headers['content-type'] ?? null);
  return declaredResponses(operation, status).some(({ mediaType }) => mediaTypeOf(mediaType) === sent);
}

/** Checks whether a body is an error and not the result of a run. */
export function isErrorRequest(body: RecordedBody): boolean {
  return body.kind === 'json' && isFields(body.value) && 'error' in body.value && !('events' in body.value);
}

/** Returns the provenance of a problem whose basis differs from that of its check. */
export function provenanceOfBasis(
  contract: Contract,
  basis: Basis,
): Required<Pick<Problem, 'severity' | 'facts' | 'assumption'>> {
  return {
    severity: severityOf(basis, (id) => assumptionSeverity(contract, id)),
    facts: basis.kind === 'facts' ? basis.ids : [],
    assumption: basis.kind === 'assumption' ? basis.id : null,
  };
}

function pass(check: string): CheckResult {
  return { check, problems: [] };
}

function failWith(
  contract: Contract,
  check: string,
  message: string,
  basis: Basis,
  at = 'header Content-Type',
): CheckResult {
  return { check, problems: [{ message, at, ...provenanceOfBasis(contract, basis) }] };
}
