/**
 * Lists the outputs of a target, in the order of their creation. A new output needs one row here, a folder with its
 * description and its emitter, and a template. Reading this list loads no emitter.
 */
import type { ViewOf } from '../field.ts';
import type { DescribedOutput, Emit, Output } from '../output.ts';
import { apiOutput } from './api/view.ts';
import { arbitrariesOutput } from './arbitraries/view.ts';
import { clientOutput } from './client/view.ts';
import { conversionsOutput } from './conversions/view.ts';
import { eventsOutput } from './events/view.ts';
import { handlerOutput } from './handler/view.ts';
import { indexOutput } from './index/view.ts';
import { manifestOutput } from './manifest/view.ts';
import { mswOutput } from './msw/view.ts';
import { operationsOutput } from './operations/view.ts';
import { pathsOutput } from './paths/view.ts';
import { provenanceOutput } from './provenance/view.ts';
import { samplesOutput } from './samples/view.ts';
import { serverOutput } from './server/view.ts';
import { tagsOutput } from './tags/view.ts';
import { tanstackOutput } from './tanstack/view.ts';
import { jsonTypesOutput, typesOutput } from './types/view.ts';
import { webhooksOutput } from './webhooks/view.ts';

function output<Described extends DescribedOutput>(
  described: Described,
  load: () => Promise<{ readonly emit: Emit<ViewOf<Described['fields']>> }>,
): Described & Output {
  return { ...described, load };
}

const rows = [
  output(typesOutput, () => import('./types/output.ts')),
  output(jsonTypesOutput, () => import('./types/output.ts')),
  output(conversionsOutput, () => import('./conversions/output.ts')),
  output(eventsOutput, () => import('./events/output.ts')),
  output(operationsOutput, () => import('./operations/output.ts')),
  output(serverOutput, () => import('./server/output.ts')),
  output(handlerOutput, () => import('./handler/output.ts')),
  output(webhooksOutput, () => import('./webhooks/output.ts')),
  output(clientOutput, () => import('./client/output.ts')),
  output(apiOutput, () => import('./api/output.ts')),
  output(tagsOutput, () => import('./tags/output.ts')),
  output(manifestOutput, () => import('./manifest/output.ts')),
  output(samplesOutput, () => import('./samples/output.ts')),
  output(arbitrariesOutput, () => import('./arbitraries/output.ts')),
  output(provenanceOutput, () => import('./provenance/output.ts')),
  output(pathsOutput, () => import('./paths/output.ts')),
  output(tanstackOutput, () => import('./tanstack/output.ts')),
  output(mswOutput, () => import('./msw/output.ts')),
  output(indexOutput, () => import('./index/output.ts')),
] as const;

/** Every output. */
export const outputs: readonly Output[] = rows;

type Rows = (typeof rows)[number];

/** The name of a template. */
export type TemplateName = Exclude<Rows, { readonly template: string }>['path'];

/** The view of each template. */
export type TemplateViews = {
  readonly [Row in Rows as Extract<Row['path'], TemplateName>]: ViewOf<Row['fields']>;
};

/** Every template with its output, by name. */
export const describedTemplates: ReadonlyMap<string, DescribedOutput> = new Map(
  outputs.filter(({ template }) => template === undefined).map((each) => [each.path, each]),
);

/** The name of an output that a target must request. */
export type Extra = Extract<Rows, { readonly isExtra: true }>['path'] extends infer Path
  ? Path extends `${infer Name}.ts`
    ? Name
    : never
  : never;

/** The outputs that a target must request; `arbitraries` needs fast-check as a dependency of the project. */
export const extras: readonly Extra[] = outputs
  .filter(({ isExtra }) => isExtra === true)
  .map(({ path }) => path.replace('.ts', '') as Extra);
