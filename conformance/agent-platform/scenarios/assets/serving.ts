/** Checks of serving assets: public ones, and private ones by a signed URL. */
import { varyId } from '../read-value.ts';
import { expectStatus, noteStatus } from '../call-response.ts';
import type { RecordedResponse } from '../../../model/exchange.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import { withSwitch } from '../with-switch.ts';
import {
  changedPath,
  fetchOpenly,
  mediaTypeIn,
  pathOf,
  previewPathOf,
  signedPathOf,
  store,
  textIn,
} from './stored.ts';

const minute = 60_000;

/** Checks of serving assets. */
export const servingChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ASSET01',
    title: 'A public asset is served to everyone as it was stored.',
    description:
      'Stores a public table as text/csv, fetches it without a credential, and compares type and text.',
    rationale: 'Pages that show what an agent has created would stay empty.',
    basis: relyOnFacts('F-4.3-042', 'F-4.3-044', 'F-4.3-046'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const body = 'city,nights\nÅlesund,3\n東京,4\n';
      const response = await fetchOpenly(
        context,
        pathOf(await store(context, { body, contentType: 'text/csv' })),
      );
      expectServed(context, response, 'A public asset');
      context.note(
        mediaTypeIn(response) === 'text/csv',
        `An asset that was stored as text/csv is served as ${mediaTypeIn(response) ?? 'nothing'}.`,
        'header Content-Type',
      );
      const text = textIn(response);
      context.note(text === null || text === body, 'A public asset is not served as it was stored.', 'body');
    },
  }),
  defineCheck({
    id: 'ASSET02',
    title: 'An asset without a known type is served as application/octet-stream.',
    description: 'Stores a public asset without a content type, fetches it, and looks at the type.',
    rationale: 'A browser would guess the type and might run a file as a page.',
    basis: relyOnFacts('F-4.3-044'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const response = await fetchOpenly(context, pathOf(await store(context)));
      expectServed(context, response, 'A public asset');
      context.expect(
        mediaTypeIn(response) === 'application/octet-stream',
        `An asset without a type is served as ${mediaTypeIn(response) ?? 'nothing'} instead of application/octet-stream.`,
        'header Content-Type',
      );
    },
  }),
  defineCheck({
    id: 'ASSET03',
    title: 'A private asset is rejected without a signed URL.',
    description: 'Stores a private asset and fetches it without a signature: 403.',
    rationale: 'Anyone who learns an id could read it.',
    basis: relyOnFacts('F-4.3-043', 'F-4.3-047'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { visibility: 'private' });
      expectDenied(context, await fetchOpenly(context, pathOf(asset)), 'without a signature');
    },
  }),
  defineCheck({
    id: 'ASSET04',
    title: 'A private asset is served by its signed URL.',
    description: 'Stores a private asset and fetches its signed address without a credential.',
    rationale: 'Assets could not be shared with people without an account.',
    basis: relyOnFacts('F-4.3-043', 'F-4.3-046'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { visibility: 'private', contentType: 'text/plain' });
      const response = await fetchOpenly(context, signedPathOf(context, asset));
      expectServed(context, response, 'A private asset');
      const cacheControl = response.headers['cache-control'] ?? '';
      context.warn(
        !/\bpublic\b/i.test(cacheControl),
        'A private asset may be stored by public caches.',
        'header Cache-Control',
      );
    },
  }),
  defineCheck({
    id: 'ASSET05',
    title: 'A signed URL expires.',
    description:
      'Requests a URL signed for one minute, advances the clock beyond its expiry, and fetches it.',
    rationale: 'A forwarded URL would grant access forever.',
    basis: relyOnFacts('F-4.3-041', 'F-4.3-043'),
    needs: ['storeAsset', 'advance'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { visibility: 'private', signedUrlTtlSeconds: 60 });
      const path = signedPathOf(context, asset);
      await context.abilities.advance(minute + (await validityOf(context, path)));
      const { status } = await fetchOpenly(context, path);
      context.expect(
        status < 200 || status >= 300,
        `A signed address that has expired returned ${status}.`,
        'status',
      );
      const message = `A signed address that has expired returned ${status} instead of 403.`;
      context.note(status === 403, assumed('A-072', message, 'status'));
    },
  }),
  defineCheck({
    id: 'ASSET06',
    title: 'A modified signature is rejected.',
    description:
      'Changes the signature of a signed address and its end, omits it, and uses that of another asset: 403 each time.',
    rationale: 'Anyone who has seen one signed URL could forge others.',
    basis: relyOnFacts('F-4.3-040', 'F-4.3-043', 'F-4.3-047'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { visibility: 'private' });
      const path = signedPathOf(context, asset);
      const other = await store(context, { visibility: 'private', body: 'Another one\n' });
      const borrowed = pathOf(other) + path.slice(path.indexOf('?'));
      const similar = changedPath(path, 'sig', (sig) => {
        const end = varyId(sig);
        // Why: a report that contained a slightly changed signature would reveal the valid one.
        context.keepSecret('changedSignature', end);
        return end;
      });
      const changed = changedPath(path, 'sig', (sig) => '0'.repeat(sig.length));
      const missing = changedPath(path, 'sig', () => null);
      expectDenied(context, await fetchOpenly(context, changed), 'with another signature');
      expectDenied(context, await fetchOpenly(context, similar), 'with another end of the signature');
      expectDenied(context, await fetchOpenly(context, missing), 'without its signature');
      expectDenied(context, await fetchOpenly(context, borrowed), 'with the signature of another asset');
    },
  }),
  defineCheck({
    id: 'ASSET07',
    title: 'The expiry of a signed URL cannot be extended.',
    description:
      'Changes the expiry of a signed address to a later one, which its signature does not match: 403.',
    rationale: 'Anyone with a signed URL would have access forever.',
    basis: relyOnFacts('F-4.3-040', 'F-4.3-041', 'F-4.3-047'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { visibility: 'private' });
      const path = changedPath(signedPathOf(context, asset), 'exp', later);
      expectDenied(context, await fetchOpenly(context, path), 'with a later expiry');
    },
  }),
  defineCheck({
    id: 'ASSET08',
    title: 'Assets of the storage domain are rejected elsewhere with 403.',
    description:
      'Stores an asset and a page that must be fetched from the storage domain, and fetches them here.',
    rationale: 'Content written by strangers would run on the domain of the service.',
    basis: relyOnFacts('F-4.3-031', 'F-4.3-048'),
    needs: ['storeAsset'],
    profiles: [],
    async run(context: CheckContext) {
      const wish = { storageDomain: true, contentType: 'text/html', preview: true, body: '<p>Hello</p>' };
      const asset = await store(context, wish);
      for (const path of [pathOf(asset), previewPathOf(asset)]) {
        const { status } = await fetchOpenly(context, path);
        noteStatus(
          context,
          status,
          403,
          `${describePath(path)} that must be fetched from the storage domain`,
        );
      }
    },
  }),
  defineCheck({
    id: 'ASSET09',
    title: 'Without asset storage every request returns 503.',
    description: 'Stores a page, has the driver disable the storage, and fetches the page and its preview.',
    rationale: 'A client would believe that existing assets are lost.',
    basis: relyOnFacts('F-4.3-036', 'F-4.3-051', 'F-7-016'),
    needs: ['storeAsset', 'setSwitch'],
    profiles: [],
    async run(context: CheckContext) {
      const asset = await store(context, { contentType: 'text/html', preview: true, body: '<p>Hello</p>' });
      await withSwitch(context, { name: 'assetStorage', value: 'unconfigured' }, async () => {
        for (const path of [pathOf(asset), previewPathOf(asset)]) {
          const { status } = await fetchOpenly(context, path);
          context.note(
            status === 503,
            `${describePath(path)} returned ${status} instead of 503 without asset storage.`,
            'status',
          );
        }
      });
    },
  }),
];

function expectServed(context: CheckContext, { status }: RecordedResponse, what: string): void {
  expectStatus(context, status, 200, what);
}

function expectDenied(context: CheckContext, { status }: RecordedResponse, how: string): void {
  context.note(status === 403, `A private asset returned ${status} instead of 403 ${how}.`, 'status');
}

/**
 * Returns how long a signed path is valid. Why: a driver may not be able to choose it.
 * Units: milliseconds; at least a minute.
 */
async function validityOf({ abilities }: CheckContext, path: string): Promise<number> {
  const text = new URLSearchParams(path.split('?')[1]).get('exp') ?? '';
  const seconds = /^\d{9,11}$/.test(text) ? 1_000 : 1;
  const expiry = /^\d+$/.test(text) ? Number(text) * seconds : Date.parse(text);
  const now = 'now' in abilities ? await abilities.now() : Date.now();
  return Math.max(minute, expiry - now || 0);
}

/** Returns a later time in the same form. */
function later(expiry: string): string {
  if (/^\d+$/.test(expiry)) return String(BigInt(expiry) + 864_000n);
  return /^\d{4}-/.test(expiry) ? `2999${expiry.slice(4)}` : `${expiry}9`;
}

function describePath(path: string): string {
  return path.startsWith('/v1/assets/preview/') ? 'A preview' : 'An asset';
}
