/**
 * Lists the files of a target: which emitter makes the view, which template lays it out.
 * A new file is one row here, one emitter and one template.
 */
import type { Report } from '../diagnostics.ts';
import type { Extra } from '../options.ts';
import { emitArbitraries } from './samples/arbitraries.ts';
import { emitBarrel } from './barrel.ts';
import { emitApi } from './client/api.ts';
import { emitClient } from './client/client.ts';
import type { EmitSource, View } from './emitter.ts';
import { emitEvents } from './events.ts';
import type { templatedNames } from './file-names.ts';
import { emitHandler } from './server/handler.ts';
import { emitManifest } from './manifest.ts';
import { emitOperations } from './operations.ts';
import { emitProvenance } from './provenance.ts';
import { emitSamples } from './samples/samples.ts';
import { emitServer } from './server/server.ts';
import { emitTypes } from './types/types.ts';
import type { TemplateName } from './views/template-views.ts';

/** A file that a template lays out. */
export interface TemplatedFile {
  /** Path in the output folder. */
  readonly path: (typeof templatedNames)[number];
  /** Name of the template, without its ending. */
  readonly template: TemplateName;
  readonly emit: (source: EmitSource, report: Report) => View | Promise<View>;
  /** Whether a contract without operations has no such file. */
  readonly needsOperations?: true;
  /** What a target must ask for to get it; else every target does. */
  readonly extra?: Extra;
}

/** Every file that has a template, in the order they are made. */
export const templatedFiles: readonly TemplatedFile[] = [
  { path: 'types.ts', template: 'types.ts', emit: emitTypes },
  { path: 'events.ts', template: 'events.ts', emit: emitEvents },
  { path: 'operations.ts', template: 'operations.ts', emit: emitOperations, needsOperations: true },
  { path: 'server.ts', template: 'server.ts', emit: emitServer, needsOperations: true },
  { path: 'handler.ts', template: 'handler.ts', emit: emitHandler, needsOperations: true },
  { path: 'client.ts', template: 'client.ts', emit: emitClient, needsOperations: true },
  { path: 'api.ts', template: 'api.ts', emit: emitApi, needsOperations: true },
  { path: 'manifest.ts', template: 'manifest.ts', emit: emitManifest },
  { path: 'samples.ts', template: 'samples.ts', emit: emitSamples, extra: 'samples' },
  { path: 'arbitraries.ts', template: 'arbitraries.ts', emit: emitArbitraries, extra: 'arbitraries' },
  {
    path: 'provenance.ts',
    template: 'provenance.ts',
    emit: emitProvenance,
    needsOperations: true,
    extra: 'provenance',
  },
  { path: 'index.ts', template: 'index.ts', emit: emitBarrel },
];
