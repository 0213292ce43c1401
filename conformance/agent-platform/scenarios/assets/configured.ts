/** ASSET14: an asset of the test environment is served under its own organization, and to everyone alike. */
import { requireSuccess } from '../call-response.ts';
import { defineCheck, warning, relyOnPractice } from '../define-check.ts';
import { OTHER_ORGANIZATION, organizationOf } from '../isolation/accounts.ts';
import { varyId } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { fetchAsset, mediaTypeIn, textIn } from './stored.ts';

export const configuredAssetCheck = defineCheck({
  id: 'ASSET14',
  title: 'A public asset is served under its own organization only, and to everyone alike.',
  description:
    'Fetches the asset of the test environment without a credential, with one, with a signature that is not valid, and under an unknown and another organization; and its preview, if it is not HTML.',
  rationale: 'A link would show the file of another customer, or nothing to some of its readers.',
  basis: relyOnPractice('A path with two ids names a record that belongs to both.'),
  run: fetchConfigured,
});

async function fetchConfigured(context: CheckContext): Promise<void> {
  const orgId = context.parameter('getAsset', 'orgId');
  const assetId = context.parameter('getAsset', 'assetId');
  const open = await fetchAsset(context, { orgId, assetId });
  requireSuccess(context, open, 'The configured asset, without a credential,');
  const signature = { sig: '0'.repeat(64), exp: '1' };
  for (const [what, response] of [
    ['with a credential', await fetchAsset(context, { orgId, assetId }, 'full')],
    ['with a signature that is not valid', await fetchAsset(context, { orgId, assetId, query: signature })],
  ] as const)
    context.warn(
      response.status === 200 &&
        textIn(response) === textIn(open) &&
        mediaTypeIn(response) === mediaTypeIn(open),
      `A public asset that is requested ${what} differs, or returned ${response.status}.`,
    );
  const preview = await fetchAsset(context, { orgId, assetId, isPreview: true });
  context.note(mediaTypeIn(open) === 'text/html' || preview.status === 415 || preview.status === 403, {
    ...warning(`The preview of an asset that is not HTML returned ${preview.status} instead of 415.`),
    facts: ['F-4.3-034'],
  });
  const isKnown = context.environment.credentials[OTHER_ORGANIZATION] !== undefined;
  const other = isKnown ? await organizationOf(context, OTHER_ORGANIZATION) : null;
  for (const unrelated of new Set([varyId(orgId), other ?? orgId])) {
    if (unrelated === orgId) continue;
    const { status } = await fetchAsset(context, { orgId: unrelated, assetId });
    context.expect(
      status >= 400,
      `An asset under an organization that it does not belong to returned ${status}.`,
      'status',
    );
  }
}
