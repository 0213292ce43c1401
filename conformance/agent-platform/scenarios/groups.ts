/** The groups of scenario checks, in the order in which they run: the one place that lists the checks. */
import { figureChecks } from './agreement/figures.ts';
import { aliasCheck } from './agreement/aliases.ts';
import { formCheck } from './agreement/forms.ts';
import { partsCheck } from './agreement/named-parts.ts';
import { runCheck } from './agreement/runs.ts';
import { writeChecks } from './agreement/writes.ts';
import { cardChecks } from './agents/cards.ts';
import { configuredCardChecks } from './agents/configured-cards.ts';
import { featureChecks } from './agents/features.ts';
import { exportChecks } from './agents/export.ts';
import { grantChecks } from './agents/grants.ts';
import { recordChecks } from './agents/records.ts';
import { versionChecks } from './agents/versions.ts';
import { decisionChecks as approvalDecisionChecks } from './approvals/decisions.ts';
import { effectChecks } from './approvals/effects.ts';
import { limitChecks } from './approvals/limits.ts';
import { reasonCheck } from './approvals/reasons.ts';
import { previewChecks } from './assets/previews.ts';
import { servingChecks } from './assets/serving.ts';
import { browserChecks } from './access/browsers.ts';
import { credentialChecks } from './access/credentials.ts';
import { permissionChecks } from './access/permissions.ts';
import { errorDetailsCheck } from './access/error-details.ts';
import { batchesGroup } from './batches/batches.ts';
import { decisionChecks as clientDecisionChecks } from './client-approval/decisions.ts';
import { errorChecks as clientApprovalErrorChecks } from './client-approval/errors.ts';
import { sessionCheck } from './client-approval/sessions.ts';
import { catalogueChecks } from './events/catalogue.ts';
import { cursorChecks } from './events/cursors.ts';
import { failureChecks } from './events/failures.ts';
import { filterChecks } from './events/filters.ts';
import { pagingChecks } from './events/paging.ts';
import { errorChecks as eventErrorChecks } from './events/errors.ts';
import { identityChecks } from './events/identity.ts';
import { waitChecks } from './events/waits.ts';
import { configuredChecks } from './executions/configured.ts';
import { conversationChecks } from './executions/conversations.ts';
import { endingChecks } from './executions/endings.ts';
import { historyChecks } from './executions/history.ts';
import { resultChecks } from './executions/results.ts';
import { toolCallChecks } from './executions/tool-calls.ts';
import { identityCheck, newAccountCheck } from './isolation/accounts.ts';
import { organizationChecks } from './isolation/organizations.ts';
import { limitsGroup } from './limits/limits.ts';
import { outputChecks } from './local-tools/outputs.ts';
import { wrongOutputChecks } from './local-tools/wrong-outputs.ts';
import { accountChecks } from './registration/accounts.ts';
import { assertionChecks } from './registration/assertions.ts';
import { claimRequestChecks } from './registration/claim-requests.ts';
import { claimChecks } from './registration/claims.ts';
import { discoveryChecks } from './registration/discovery.ts';
import { preClaimChecks } from './registration/pre-claim.ts';
import { lifecycleChecks } from './sandbox/lifecycle.ts';
import { errorChecks as sandboxErrorChecks } from './sandbox/errors.ts';
import { replayChecks } from './sandbox/replays.ts';
import type { ScenarioCheck, ScenarioCheckGroup } from './scenario-check.ts';

const agentsGroup: ScenarioCheckGroup = {
  name: 'agents',
  checks: [
    ...recordChecks,
    ...versionChecks,
    ...exportChecks,
    ...cardChecks,
    ...configuredCardChecks,
    ...featureChecks,
    ...grantChecks,
  ],
};

const executionsGroup: ScenarioCheckGroup = {
  name: 'executions',
  checks: inOrder([
    ...resultChecks,
    ...historyChecks,
    ...toolCallChecks,
    ...configuredChecks,
    ...conversationChecks,
    ...endingChecks,
  ]),
};

const approvalsGroup: ScenarioCheckGroup = {
  name: 'approvals',
  checks: inOrder([...approvalDecisionChecks, ...limitChecks, ...effectChecks, reasonCheck]),
};

const clientApprovalGroup: ScenarioCheckGroup = {
  name: 'client-approval',
  checks: inOrder([...clientDecisionChecks, ...clientApprovalErrorChecks, sessionCheck]),
};

const localToolsGroup: ScenarioCheckGroup = {
  name: 'local-tools',
  checks: inOrder([...outputChecks, ...wrongOutputChecks]),
};

const sandboxGroup: ScenarioCheckGroup = {
  name: 'sandbox',
  // The checks of operations would use up the one deployment that may be configured.
  isEarly: true,
  checks: inOrder([...lifecycleChecks, ...replayChecks, ...sandboxErrorChecks]),
};

const eventsGroup: ScenarioCheckGroup = {
  name: 'events',
  checks: [
    ...pagingChecks,
    ...filterChecks,
    ...waitChecks,
    ...eventErrorChecks,
    ...catalogueChecks,
    ...cursorChecks,
    ...failureChecks,
    ...identityChecks,
  ],
};

const registrationGroup: ScenarioCheckGroup = {
  name: 'registration',
  checks: [
    ...preClaimChecks,
    ...claimRequestChecks,
    ...claimChecks,
    ...assertionChecks,
    ...accountChecks,
    ...discoveryChecks,
    newAccountCheck,
  ],
};

const assetsGroup: ScenarioCheckGroup = {
  name: 'assets',
  checks: [...servingChecks, ...previewChecks],
};

const isolationGroup: ScenarioCheckGroup = {
  name: 'isolation',
  checks: inOrder([...organizationChecks, identityCheck]),
};

/** Several operations about the same record. */
const agreementGroup: ScenarioCheckGroup = {
  name: 'agreement',
  checks: [...writeChecks, formCheck, runCheck, aliasCheck, ...figureChecks, partsCheck],
};

const accessGroup: ScenarioCheckGroup = {
  name: 'access',
  checks: [...credentialChecks, ...permissionChecks, ...browserChecks, errorDetailsCheck],
};

export const groups: readonly ScenarioCheckGroup[] = [
  agentsGroup,
  executionsGroup,
  approvalsGroup,
  clientApprovalGroup,
  localToolsGroup,
  sandboxGroup,
  eventsGroup,
  registrationGroup,
  assetsGroup,
  batchesGroup,
  limitsGroup,
  isolationGroup,
  agreementGroup,
  accessGroup,
];

/** Sorts checks by their ids, each after those in its `after`. */
function inOrder(checks: readonly ScenarioCheck[]): readonly ScenarioCheck[] {
  const sorted = checks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ordered = new Set<ScenarioCheck>();
  const add = (check: ScenarioCheck): void => {
    for (const earlier of sorted) if (check.after?.includes(earlier.id) === true) add(earlier);
    ordered.add(check);
  };
  for (const check of sorted) add(check);
  return [...ordered];
}
