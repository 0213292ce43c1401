/**
 * Lists the files of a target with the emitter and the template of each. A new file needs one row here, one emitter
 * and one template.
 */
import type { ContractModel } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Extra } from '../options/options.ts';
import { emitArbitraries } from './samples/arbitraries.ts';
import { emitBarrel } from './barrel.ts';
import { emitApi } from './client/api.ts';
import { emitClient } from './client/client.ts';
import { emitConversions } from './conversions.ts';
import type { EmitSource, View } from './emitter.ts';
import { emitEvents } from './events.ts';
import type { templatedNames } from './file-names.ts';
import { emitHandler } from './server/handler.ts';
import { emitMsw } from './msw.ts';
import { emitManifest } from './manifest.ts';
import { emitOperations } from './operations.ts';
import { emitProvenance } from './provenance.ts';
import { emitSamples } from './samples/samples.ts';
import { emitServer } from './server/server.ts';
import { emitWebhooks } from './server/webhooks.ts';
import { emitTanstack } from './client/tanstack.ts';
import { emitPaths } from './types/paths.ts';
import { emitTypes } from './types/types.ts';
import type { TemplateName } from './views/template-views.ts';

/** A file that is rendered from a template. */
export interface TemplatedFile {
  /** Path in the output folder. */
  readonly path: (typeof templatedNames)[number];
  /** Name of the template, without its extension. */
  readonly template: TemplateName;
  readonly emit: (source: EmitSource, report: Report) => View | Promise<View>;
  /** Whether a contract needs the file; absent for files of every contract. */
  readonly isNeeded?: (contract: ContractModel) => boolean;
  /** Whether only a client that converts values needs the file. */
  readonly isForConversions?: true;
  /** The extra that a target must request to get the file; absent for files of every target. */
  readonly extra?: Extra;
}

function hasOperations({ operations }: ContractModel): boolean {
  return operations.length > 0;
}

function hasEvents({ streams, channels }: ContractModel): boolean {
  return streams.length + channels.length > 0;
}

/** Every file that has a template, in the order of their creation. */
export const templatedFiles: readonly TemplatedFile[] = [
  { path: 'types.ts', template: 'types.ts', emit: emitTypes },
  { path: 'json-types.ts', template: 'types.ts', emit: emitTypes, isForConversions: true },
  { path: 'conversions.ts', template: 'conversions.ts', emit: emitConversions, isForConversions: true },
  { path: 'events.ts', template: 'events.ts', emit: emitEvents, isNeeded: hasEvents },
  { path: 'operations.ts', template: 'operations.ts', emit: emitOperations, isNeeded: hasOperations },
  { path: 'server.ts', template: 'server.ts', emit: emitServer, isNeeded: hasOperations },
  { path: 'handler.ts', template: 'handler.ts', emit: emitHandler, isNeeded: hasOperations },
  {
    path: 'webhooks.ts',
    template: 'webhooks.ts',
    emit: emitWebhooks,
    isNeeded: ({ webhooks }) => webhooks.length > 0,
  },
  { path: 'client.ts', template: 'client.ts', emit: emitClient, isNeeded: hasOperations },
  { path: 'api.ts', template: 'api.ts', emit: emitApi, isNeeded: hasOperations },
  { path: 'manifest.ts', template: 'manifest.ts', emit: emitManifest },
  { path: 'samples.ts', template: 'samples.ts', emit: emitSamples, extra: 'samples' },
  { path: 'arbitraries.ts', template: 'arbitraries.ts', emit: emitArbitraries, extra: 'arbitraries' },
  {
    path: 'provenance.ts',
    template: 'provenance.ts',
    emit: emitProvenance,
    isNeeded: hasOperations,
    extra: 'provenance',
  },
  { path: 'paths.ts', template: 'paths.ts', emit: emitPaths, isNeeded: hasOperations, extra: 'paths' },
  {
    path: 'tanstack.ts',
    template: 'tanstack.ts',
    emit: emitTanstack,
    isNeeded: hasOperations,
    extra: 'tanstack',
  },
  { path: 'msw.ts', template: 'msw.ts', emit: emitMsw, isNeeded: hasOperations, extra: 'msw' },
  { path: 'index.ts', template: 'index.ts', emit: emitBarrel },
];
