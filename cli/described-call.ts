/** The options of `backlot mock` for the description of another API. */
import type { MockEngineOptions } from '../mock/engine/options.ts';
import type { DescribedMockOptions } from '../mock/described-options.ts';
import { isHost } from '../mock/http/addresses.ts';
import { isSigningSecret } from '../templates/runtime/server/webhook-signatures.ts';
import type { DescribedFiles } from './described/described-files.ts';
import { option, readInteger, repeatable, UsageError } from './command.ts';
import {
  accessOptions,
  checkDocuments,
  documentOptions,
  overlayOption,
  readAccess,
  type AccessValues,
} from './source-options.ts';

export const describedOptions = {
  openapi: {
    ...documentOptions.openapi,
    help: 'serve the API of this document: a file, an http or https address, or - for the standard input',
  },
  asyncapi: documentOptions.asyncapi,
  overlay: overlayOption,
  resources: option(
    'FILE',
    'file that overrides inferences (default: backlot.resources.yaml next to the description)',
  ),
  mock: option(
    'FILE',
    'module whose default export is defineMock({ … }), in TypeScript or JavaScript; with --openapi',
  ),
  records: option(
    'N|FILE',
    'initial records of each resource, below each parent (default 4), or a file in YAML or JSON with the records by resource; with --openapi',
  ),
  credentials: option(
    'FILE',
    'the only credentials to accept, a list in YAML or JSON (default: every well-formed one); with --openapi',
  ),
  webhooks: option(
    'URL',
    'URL to which the webhooks of the description are sent when records change, on this computer or a host of --allow-callbacks; with --openapi',
  ),
  'webhook-secret': option(
    'SECRET',
    'sign callbacks and webhooks by Standard Webhooks: whsec_ and base64; with --openapi',
  ),
  'allow-callbacks': repeatable(
    'HOST',
    'additional host or host:port to which callbacks and webhooks may be sent; repeatable; with --openapi',
  ),
  ...accessOptions,
};

/** Which description is served, and how. Shape: files are still paths. */
export interface DescribedCall extends Omit<
  DescribedMockOptions,
  keyof MockEngineOptions | 'openapi' | 'asyncapi' | 'mock' | 'records' | 'credentials'
> {
  readonly openapi: string;
  readonly asyncapi: readonly string[];
  readonly files: DescribedFiles;
  /** `null` for the default number, or for a file. */
  readonly recordCount: number | null;
}

interface DescribedValues extends AccessValues {
  readonly openapi?: string | undefined;
  readonly asyncapi: readonly string[];
  readonly overlay: readonly string[];
  readonly resources?: string | undefined;
  readonly mock?: string | undefined;
  readonly records?: string | undefined;
  readonly credentials?: string | undefined;
  readonly webhooks?: string | undefined;
  readonly 'webhook-secret'?: string | undefined;
  readonly 'allow-callbacks': readonly string[];
  readonly scenarios?: string | undefined;
  readonly 'allow-cards': readonly string[];
}

/** Reads which description is served; `null` for that of the Agent Platform. Errors: throws UsageError. */
export function readDescribed(
  values: DescribedValues,
  pace: NonNullable<DescribedMockOptions['pace']>,
): DescribedCall | null {
  const { openapi, asyncapi, overlay, resources, mock, records, credentials, webhooks } = values;
  const { 'allow-callbacks': allowCallbacks, 'webhook-secret': webhookSecret } = values;
  if (openapi === undefined) {
    const others = [resources, mock, records, credentials, webhooks, webhookSecret];
    if (
      asyncapi.length + overlay.length + allowCallbacks.length > 0 ||
      others.some((each) => each !== undefined)
    )
      throw new UsageError(
        '--asyncapi, --overlay, --resources, --mock, --records, --credentials, --webhooks, --webhook-secret and --allow-callbacks need --openapi FILE.',
      );
    return null;
  }
  if (values.scenarios !== undefined || values['allow-cards'].length > 0)
    throw new UsageError('--scenarios and --allow-cards are for the Agent Platform, not for --openapi.');
  const wrong = allowCallbacks.find((host) => !isHost(host));
  if (wrong !== undefined) throw new UsageError(`--allow-callbacks takes host or host:port, not ${wrong}.`);
  if (webhooks !== undefined && !/^https?:\/\//.test(webhooks))
    throw new UsageError(`--webhooks takes an http or https address, not ${webhooks}.`);
  if (webhookSecret !== undefined && !isSigningSecret(webhookSecret))
    throw new UsageError('--webhook-secret takes whsec_ and base64.');
  checkDocuments([openapi, ...asyncapi, ...overlay]);
  const { isRemoteAllowed, folders, isUnresolvedAllowed = false } = readAccess(values);
  const hasFile = records !== undefined && /\.(?:ya?ml|json)$/i.test(records);
  return {
    openapi,
    asyncapi,
    overlays: overlay,
    ...(resources !== undefined && { resources }),
    files: { mock: mock ?? null, records: hasFile ? records : null, credentials: credentials ?? null },
    recordCount: records === undefined || hasFile ? null : readInteger('--records', records, { max: 1000 }),
    pace,
    ...(webhooks !== undefined && { webhooks }),
    ...(webhookSecret !== undefined && { webhookSecret }),
    allowCallbacks,
    allowRemote: isRemoteAllowed,
    allowFolders: folders,
    allowUnresolved: isUnresolvedAllowed,
  };
}
