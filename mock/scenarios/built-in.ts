/**
 * The scenarios that every world knows, by name. A new one is a file beside this and a line here.
 */
import type { Scenario } from '../domain/scenario.ts';
import { approval } from './approval.ts';
import { error } from './error.ts';
import { localTool } from './local-tool.ts';
import { text } from './text.ts';
import { tools } from './tools.ts';

/** The built-in scenarios, the default one first. */
export const builtInScenarios: readonly Scenario[] = [text, tools, approval, localTool, error];
