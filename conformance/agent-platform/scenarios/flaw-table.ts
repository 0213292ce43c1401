/** Checks of invalid requests as tables: a valid request, one change of it, and the required error. */
import { describeResponse, noteErrorText, type AllowedStatus } from './call-response.ts';
import type { ReceivedStatus } from './played-run.ts';
import { citeAssumption, defineCheck, type ScenarioCheckRow } from './define-check.ts';
import { mentions } from './read-value.ts';
import type { CheckContext, ScenarioCheck } from './scenario-check.ts';

export interface FlawTable<Valid, Change> {
  /** The requirements of every check of the table. Shape: a row may replace them. */
  readonly shared?: Pick<ScenarioCheckRow, 'needs' | 'runs' | 'profiles'>;
  /** Prepares a valid request. Skips the check if that fails. */
  readonly prepare: (context: CheckContext) => Promise<Valid>;
  /** Sends the request with one change. */
  readonly send: (context: CheckContext, valid: Valid, change: Change) => Promise<ReceivedStatus>;
  /**
   * Sends the valid request after the others. Skips the check if it is rejected too, since its errors are then
   * meaningless.
   */
  readonly confirm?: (context: CheckContext, valid: Valid) => Promise<void>;
  /** Whether the errors must have the string `error`; default false. */
  readonly hasErrorText?: boolean;
}

/** The expected errors of changed requests. */
export interface FlawedRequests<Valid, Change> {
  /** Each change by the subject of a sentence: `A decision on another approval`; `null` for one that is not possible here. */
  readonly flaws: Readonly<
    Record<string, (valid: Valid, context: CheckContext) => Change | null | Promise<Change | null>>
  >;
  /** Default: any error. */
  readonly status?: AllowedStatus | undefined;
  /** The assumption that chooses the status, where the source states only that there is an error. */
  readonly assumption?: string | undefined;
  /** A string in the body of the error. */
  readonly code?: string | undefined;
}

export type FlawCheck<Valid, Change> = Omit<ScenarioCheckRow, 'run'> & FlawedRequests<Valid, Change>;

export function defineFlawChecks<Valid, Change>(
  table: FlawTable<Valid, Change>,
  rows: readonly FlawCheck<NoInfer<Valid>, NoInfer<Change>>[],
): readonly ScenarioCheck[] {
  return rows.map(({ flaws, status, assumption, code, ...row }) =>
    defineCheck({
      ...table.shared,
      ...row,
      run: (context) => sendFlawed(context, table, { flaws, status, assumption, code }),
    }),
  );
}

/** Sends each changed request and then the valid one, and compares the errors. */
export async function sendFlawed<Valid, Change>(
  context: CheckContext,
  { prepare, send, confirm, hasErrorText = false }: FlawTable<Valid, Change>,
  { flaws, status, assumption, code }: FlawedRequests<NoInfer<Valid>, NoInfer<Change>>,
): Promise<void> {
  const valid = await prepare(context);
  const errors: (readonly [what: string, response: ReceivedStatus])[] = [];
  for (const [what, change] of Object.entries(flaws)) {
    const changed = await change(valid, context);
    if (changed === null) continue;
    const response = await send(context, valid, changed);
    if (response.status >= 400) errors.push([what, response]);
    else context.report(messageOf(what, response, assumption === undefined ? status : undefined), 'status');
  }
  await confirm?.(context, valid);
  for (const [what, response] of errors) {
    const message = messageOf(what, response, status);
    const isAllowed = status === undefined || [status].flat().includes(response.status);
    if (isAllowed && hasErrorText) noteErrorText(context, response, what);
    context.note(
      isAllowed,
      assumption === undefined ? message : citeAssumption(assumption, message, 'status'),
      'status',
    );
    context.note(
      code === undefined || mentions(response.body, code),
      `${what} returned ${response.status} without the code ${code ?? ''}.`,
      'body.code',
    );
  }
}

function messageOf(what: string, response: ReceivedStatus, expected: AllowedStatus | undefined): string {
  const [first] = [expected].flat();
  return `${what} returned ${describeResponse(response)}${first === undefined ? '' : ` instead of ${first}`}.`;
}
