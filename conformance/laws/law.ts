/** Defines a law: a check that holds for every resource, run once for each. */
import type { Check } from '../model/check.ts';
import type { CheckTools } from '../play/play-check.ts';
import type { Need } from './resource-operations.ts';
import type { ResourceSession } from './resource-session.ts';

/** A law of resources. It is skipped for a resource that lacks a required operation. */
export interface Law extends Check {
  readonly family: 'law';
  readonly needs: readonly Need[];
  /** The required credentials besides that of the operations. Default: none. */
  readonly profiles?: readonly string[];
  /** Whether it also holds for jobs, whose records change by themselves, or only for jobs. Default: neither. */
  readonly jobs?: 'too' | 'only';
  /** Whether it holds for what exists only once, such as settings, instead of for records. */
  readonly isOfSingletons?: boolean;
  readonly play: (resource: ResourceSession, tools: CheckTools) => Promise<void>;
}

/** Creates a law; its basis is the contract by default. */
export function defineLaw(row: Omit<Law, 'family' | 'level' | 'basis'> & Partial<Pick<Law, 'basis'>>): Law {
  return { basis: { kind: 'contract' }, ...row, family: 'law', level: 'stateful' };
}

/** The maximum length of a value in a message. Units: characters. */
const MAX_LENGTH = 60;

/** Prints a value for a message, truncated if it is long. */
export function printValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
