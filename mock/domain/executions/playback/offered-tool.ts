/**
 * The tools that a request offers: they run where its caller is.
 */
import type { LocalToolStep, ToolAnnotations } from '../../scenarios/scenario.ts';
import { sampleParameters } from '../../agents/definition/sample-schema.ts';
import type { Json, JsonMap } from '../../json.ts';

/** A tool of the caller. Source: spec/schemas/ClientTool.yaml. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly origin?: 'webmcp' | 'sdk' | undefined;
  readonly pageOrigin?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly parametersSchema?: Json;
}

/** A local tool as it is called. Shape: `alias` is the name that the scenario has for it, when it is another. */
export type CalledTool = Omit<LocalToolStep, 'preferOffered'> & {
  readonly parameters: JsonMap;
  readonly alias?: string;
};

/**
 * Finds the tool that a step calls: the offered one of its name, or, where the step prefers offered ones, the one that the
 * user asks for by `#tool:NAME`, else the first.
 *
 * Shape: what the request says of its tool counts more than what the step says; a tool that the step has no parameters for
 * is called with a sample of its schema.
 */
export function callTool(
  step: LocalToolStep,
  offered: readonly OfferedTool[],
  wanted: string | null = null,
): CalledTool {
  const { preferOffered = false, parameters = {}, ...tool } = step;
  const named = preferOffered && wanted !== null ? wanted : step.name;
  const match = offered.find(({ name }) => name === named);
  const chosen = match ?? (preferOffered && wanted === null ? offered[0] : undefined);
  const alias = (chosen?.name ?? named) === step.name ? {} : { alias: step.name };
  if (chosen === undefined)
    return named === step.name ? { ...tool, parameters } : { name: named, ...alias, parameters: {} };
  const { name, origin = 'sdk', pageOrigin, annotations, parametersSchema } = chosen;
  const isOwn = name === step.name && step.parameters !== undefined;
  return {
    name,
    ...alias,
    origin,
    ...(pageOrigin !== undefined && { pageOrigin }),
    ...(annotations !== undefined && { annotations }),
    parameters: isOwn ? parameters : sampleParameters(parametersSchema),
  };
}
