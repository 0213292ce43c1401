/** Checks of assets that are shown as pages. */
import { expectStatus, requireSuccess, noteStatus } from '../call-response.ts';
import type { CheckContext } from '../scenario-check.ts';
import { citeAssumption, defineChecks, relyOnFacts, citeFacts } from '../define-check.ts';
import { fetchAsset, mediaTypeIn, noteMediaType, store, textIn, type AssetAddress } from './stored.ts';
import { msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

const page = {
  contentType: 'text/html',
  preview: true,
  body: '<!doctype html><p>Made by a check</p>\n',
};

export const previewChecks = defineChecks({ profiles: [] }, [
  {
    id: 'ASSET10',
    title: 'A preview is served inline, as HTML, to everyone.',
    description:
      'Fetches the preview of a page without a credential, and looks at type, text and disposition. The page itself must have the type of its preview, if it is served.',
    rationale: 'A browser would offer a download instead of showing the page.',
    basis: relyOnFacts('F-4.3-027', 'F-4.3-030'),
    async run(context: CheckContext) {
      const asset = await pageFor(context);
      const response = await fetchAsset(context, { ...asset, isPreview: true });
      if (response.status !== 200 && !canStore(context))
        context.skip(`The configured preview returned ${response.status}.`);
      expectStatus(context, response, 200, 'A preview');
      noteMediaType(context, response, 'text/html', 'A preview');
      context.note(
        !/^\s*attachment/i.test(response.header('content-disposition') ?? 'inline'),
        'A preview is served as an attachment, not inline.',
        'header Content-Disposition',
      );
      context.note(
        !canStore(context) || textIn(response)?.includes('Made by a check') === true,
        'A preview does not show the page that was stored.',
        'body',
      );
      const itself = await fetchAsset(context, asset);
      const [type, typeOfPreview] = [itself, response].map(mediaTypeIn);
      const message = `A page whose preview is ${typeOfPreview} is served as ${type}.`;
      context.note(
        itself.status !== 200 || type === typeOfPreview,
        citeFacts(['F-4.3-044'], message, 'header Content-Type'),
      );
    },
  },
  {
    id: 'ASSET11',
    title: 'A preview has a locked-down content security policy.',
    description:
      'Fetches a preview and looks for the header. Its `default-src` none and `sandbox` are an assumption of the contract.',
    rationale: 'A page written by someone else could act on behalf of its viewer.',
    basis: relyOnFacts('F-4.3-028'),
    async run(context: CheckContext) {
      const response = await fetchAsset(context, { ...(await pageFor(context)), isPreview: true });
      requireSuccess(context, response, 'The preview');
      const policy = response.header('content-security-policy');
      context.expect(
        policy !== null && policy.trim() !== '',
        'A preview has no content security policy.',
        'header Content-Security-Policy',
      );
      const isLocked = /default-src\s+'none'/.test(policy) && /(^|;)\s*sandbox\b/.test(policy);
      const description = "The content security policy of a preview lacks default-src 'none' or sandbox.";
      context.note(isLocked, citeAssumption('A-CSP', description, 'header Content-Security-Policy'));
    },
  },
  {
    id: 'ASSET12',
    title: 'An expired preview returns 410.',
    description:
      'Stores a page whose preview expires in a minute, fetches it immediately and two minutes later.',
    rationale: 'A user with an old link would not know that it has expired, or would still see the page.',
    basis: relyOnFacts('F-4.3-033', 'F-7-009'),
    needs: ['storeAsset', 'now', 'advance'],
    async run(context: CheckContext) {
      const { advance, now } = context.abilities;
      const expiresAt = new Date((await now()) + msPerMinute).toISOString();
      const { orgId, assetId } = await store(context, { ...page, expiresAt });
      const preview = { orgId, assetId, isPreview: true };
      const early = await fetchAsset(context, preview);
      context.note(
        early.status === 200,
        citeFacts(
          ['F-4.3-027', 'F-4.3-033'],
          `A preview that has not expired returned ${early.status}.`,
          'status',
        ),
      );
      await advance(2 * msPerMinute);
      const late = await fetchAsset(context, preview);
      noteStatus(context, late, 410, 'A preview that has expired');
    },
  },
  {
    id: 'ASSET13',
    title: 'Only HTML has a preview; other types return 415.',
    description: 'Stores a text for previewing and fetches its preview.',
    rationale: 'A browser would get content that it cannot render, or would treat it as a page.',
    basis: relyOnFacts('F-4.3-027', 'F-4.3-034', 'F-7-011'),
    needs: ['storeAsset'],
    async run(context: CheckContext) {
      const { orgId, assetId } = await store(context, { ...page, contentType: 'text/plain' });
      const response = await fetchAsset(context, { orgId, assetId, isPreview: true });
      expectStatus(context, response, 415, 'The preview of a text');
    },
  },
]);

function canStore(context: CheckContext): boolean {
  return 'storeAsset' in context.abilities;
}

/** Returns a page with a preview: a new one if possible, else that of the test environment. */
async function pageFor(context: CheckContext): Promise<AssetAddress> {
  if (canStore(context)) return store(context, page);
  return {
    orgId: context.parameter('getAssetPreview', 'orgId'),
    assetId: context.parameter('getAssetPreview', 'assetId'),
  };
}
