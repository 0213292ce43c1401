/**
 * The tools that a request offers: they run where its caller is.
 */
import type { LocalToolStep, ToolAnnotations } from '../scenario-steps.ts';
import type { JsonMap } from '../scenario.ts';

/** A tool of the caller. Source: spec/schemas/ClientTool.yaml. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly origin?: 'webmcp' | 'sdk' | undefined;
  readonly pageOrigin?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
}

/** A local tool as it is called. */
export type CalledTool = Omit<LocalToolStep, 'preferOffered'> & { readonly parameters: JsonMap };

/**
 * Finds the tool that a step calls: the offered one of its name, or the first offered one where the step prefers that.
 *
 * Shape: what the request says of its tool counts more than what the step says; parameters written for another tool are
 * left out.
 */
export function callTool(step: LocalToolStep, offered: readonly OfferedTool[]): CalledTool {
  const { preferOffered = false, parameters = {}, ...tool } = step;
  const own = offered.find(({ name }) => name === step.name);
  const chosen = own ?? (preferOffered ? offered[0] : undefined);
  if (chosen === undefined) return { ...tool, parameters };
  const { name, origin = 'sdk', pageOrigin, annotations } = chosen;
  return {
    name,
    origin,
    ...(pageOrigin !== undefined && { pageOrigin }),
    ...(annotations !== undefined && { annotations }),
    parameters: own === undefined ? {} : parameters,
  };
}
