/** Checks of serving assets: public ones, and private ones by a signed URL. */
import type { StoreAssetOptions } from '../../driver/abilities.ts';
import { expectStatus, noteStatus } from '../call-response.ts';
import { citeAssumption, defineChecks, relyOnFacts } from '../define-check.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import { varyId } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { withSwitch } from '../with-switch.ts';
import {
  fetchAsset,
  noteMediaType,
  signedRequestOf,
  store,
  textIn,
  type AssetAddress,
  type AssetRequest,
} from './stored.ts';
import { msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

const page = { contentType: 'text/html', preview: true, body: '<p>Hello</p>' };

/** Requests of a private asset with its signature. Shape: a change without `query` has no signature. */
const signedRequests: FlawTable<ReturnType<typeof signedRequestOf>, Partial<AssetRequest>> = {
  shared: { needs: ['storeAsset'], profiles: [] },
  prepare: async (context) => signedRequestOf(context, await store(context, { visibility: 'private' })),
  send: (context, { orgId, assetId }, change) => fetchAsset(context, { orgId, assetId, ...change }),
};

const flawChecks = defineFlawChecks(signedRequests, [
  {
    id: 'ASSET03',
    title: 'A private asset is rejected without a signed URL.',
    description: 'Stores a private asset and fetches it without a signature: 403.',
    rationale: 'Anyone who learns an id could read it.',
    basis: relyOnFacts('F-4.3-043', 'F-4.3-047'),
    flaws: { 'A private asset without a signature': () => ({}) },
    status: 403,
  },
  {
    id: 'ASSET06',
    title: 'A modified signature is rejected.',
    description:
      'Changes the signature of a signed address and its end, omits it, and uses that of another asset: 403 each time.',
    rationale: 'Anyone who has seen one signed URL could forge others.',
    basis: relyOnFacts('F-4.3-040', 'F-4.3-043', 'F-4.3-047'),
    flaws: {
      'A private asset with another signature': ({ query }) => ({
        query: { ...query, sig: '0'.repeat(query['sig']?.length ?? 0) },
      }),
      'A private asset with another end of the signature'({ query }, context) {
        const sig = varyId(query['sig'] ?? '');
        // Why: a report that contained a slightly changed signature would reveal the valid one.
        context.keepSecret('changedSignature', sig);
        return { query: { ...query, sig } };
      },
      'A private asset without its signature'({ query: { sig: _, ...query } }) {
        return { query };
      },
      async 'A private asset with the signature of another asset'({ query }, context) {
        const { assetId } = await store(context, { visibility: 'private', body: 'Another one\n' });
        return { assetId, query };
      },
    },
    status: 403,
  },
  {
    id: 'ASSET07',
    title: 'The expiry of a signed URL cannot be extended.',
    description:
      'Changes the expiry of a signed address to a later one, which its signature does not match: 403.',
    rationale: 'Anyone with a signed URL would have access forever.',
    basis: relyOnFacts('F-4.3-040', 'F-4.3-041', 'F-4.3-047'),
    flaws: {
      'A private asset with a later expiry': ({ query }) => ({
        query: { ...query, exp: laterThan(query['exp'] ?? '') },
      }),
    },
    status: 403,
  },
]);

export const servingChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  ...defineChecks({ profiles: [] }, [
    {
      id: 'ASSET01',
      title: 'A public asset is served to everyone as it was stored.',
      description:
        'Stores a public table as text/csv, fetches it without a credential, and compares type and text.',
      rationale: 'Pages that show what an agent has created would stay empty.',
      basis: relyOnFacts('F-4.3-042', 'F-4.3-044', 'F-4.3-046'),
      needs: ['storeAsset'],
      async run(context: CheckContext) {
        const body = 'city,nights\nÅlesund,3\n東京,4\n';
        const response = await fetchStored(context, { body, contentType: 'text/csv' });
        expectStatus(context, response, 200, 'A public asset');
        noteMediaType(context, response, 'text/csv', 'An asset that was stored as text/csv');
        const text = textIn(response);
        context.note(
          text === null || text === body,
          'A public asset is not served as it was stored.',
          'body',
        );
      },
    },
    {
      id: 'ASSET02',
      title: 'An asset without a known type is served as application/octet-stream.',
      description: 'Stores a public asset without a content type, fetches it, and looks at the type.',
      rationale: 'A browser would guess the type and might run a file as a page.',
      basis: relyOnFacts('F-4.3-044'),
      needs: ['storeAsset'],
      async run(context: CheckContext) {
        const response = await fetchStored(context);
        expectStatus(context, response, 200, 'A public asset');
        noteMediaType(context, response, 'application/octet-stream', 'An asset without a type');
      },
    },
    {
      id: 'ASSET04',
      title: 'A private asset is served by its signed URL.',
      description: 'Stores a private asset and fetches its signed URL without a credential.',
      rationale: 'Assets could not be shared with people without an account.',
      basis: relyOnFacts('F-4.3-043', 'F-4.3-046'),
      needs: ['storeAsset'],
      async run(context: CheckContext) {
        const asset = await store(context, { visibility: 'private', contentType: 'text/plain' });
        const response = await fetchAsset(context, signedRequestOf(context, asset));
        expectStatus(context, response, 200, 'A private asset');
        context.warn(
          !/\bpublic\b/i.test(response.header('cache-control') ?? ''),
          'A private asset may be stored by public caches.',
          'header Cache-Control',
        );
      },
    },
    {
      id: 'ASSET05',
      title: 'A signed URL expires.',
      description:
        'Requests a URL signed for one minute, advances the clock beyond its expiry, and fetches it.',
      rationale: 'A forwarded URL would grant access forever.',
      basis: relyOnFacts('F-4.3-041', 'F-4.3-043'),
      needs: ['storeAsset', 'advance'],
      async run(context: CheckContext) {
        const asset = await store(context, { visibility: 'private', signedUrlTtlSeconds: 60 });
        const request = signedRequestOf(context, asset);
        await context.abilities.advance(
          msPerMinute + (await validityOf(context, request.query['exp'] ?? '')),
        );
        const { status } = await fetchAsset(context, request);
        const message = `A signed address that has expired returned ${status}`;
        context.expect(status < 200 || status >= 300, `${message}.`, 'status');
        context.note(status === 403, citeAssumption('A-072', `${message} instead of 403.`, 'status'));
      },
    },
    {
      id: 'ASSET08',
      title: 'Assets of the storage domain are rejected on other domains with 403.',
      description:
        'Stores an asset and a page that must be fetched from the storage domain, and fetches them here.',
      rationale: 'Content written by strangers would run on the domain of the service.',
      basis: relyOnFacts('F-4.3-031', 'F-4.3-048'),
      needs: ['storeAsset'],
      async run(context: CheckContext) {
        const asset = await store(context, { ...page, storageDomain: true });
        await noteBoth(context, asset, 403, 'that must be fetched from the storage domain');
      },
    },
    {
      id: 'ASSET09',
      title: 'Without asset storage every request returns 503.',
      description: 'Stores a page, has the driver disable the storage, and fetches the page and its preview.',
      rationale: 'A client would believe that existing assets are lost.',
      basis: relyOnFacts('F-4.3-036', 'F-4.3-051', 'F-7-016'),
      needs: ['storeAsset', 'setSwitch'],
      async run(context: CheckContext) {
        const asset = await store(context, page);
        await withSwitch(context, { name: 'assetStorage', value: 'unconfigured' }, () =>
          noteBoth(context, asset, 503, 'without asset storage'),
        );
      },
    },
  ]),
];

async function fetchStored(context: CheckContext, options: Partial<StoreAssetOptions> = {}) {
  return fetchAsset(context, await store(context, options));
}

/** Fetches a page and its preview, and notes another status. */
async function noteBoth(
  context: CheckContext,
  { orgId, assetId }: AssetAddress,
  expected: number,
  how: string,
): Promise<void> {
  for (const isPreview of [false, true]) {
    const response = await fetchAsset(context, { orgId, assetId, isPreview });
    noteStatus(context, response, expected, `${isPreview ? 'A preview' : 'An asset'} ${how}`);
  }
}

/**
 * Returns the time until an expiry. Why: a driver may not be able to choose it.
 * Units: milliseconds; at least a minute.
 */
async function validityOf({ abilities }: CheckContext, expiry: string): Promise<number> {
  const seconds = /^\d{9,11}$/.test(expiry) ? 1_000 : 1;
  const at = /^\d+$/.test(expiry) ? Number(expiry) * seconds : Date.parse(expiry);
  const now = 'now' in abilities ? await abilities.now() : Date.now();
  return Math.max(msPerMinute, at - now || 0);
}

/** Returns a later time in the same form. */
function laterThan(expiry: string): string {
  if (/^\d+$/.test(expiry)) return String(BigInt(expiry) + 864_000n);
  return /^\d{4}-/.test(expiry) ? `2999${expiry.slice(4)}` : `${expiry}9`;
}
