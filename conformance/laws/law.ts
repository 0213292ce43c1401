/** Defines a law: a check of what is true of every resource, played once for each. */
import type { Check } from '../model/check.ts';
import type { CheckTools } from '../play/play-check.ts';
import type { Need } from './resource-operations.ts';
import type { ResourceSession } from './resource-session.ts';

/** A law of resources. It is skipped for a resource that lacks an operation that it needs. */
export interface Law extends Check {
  readonly family: 'law';
  readonly needs: readonly Need[];
  /** The credentials that it needs besides that of the operations. Default: none. */
  readonly profiles?: readonly string[];
  /** Whether it is true of jobs too, whose records change by themselves, or of them only. Default: of none. */
  readonly jobs?: 'too' | 'only';
  readonly play: (resource: ResourceSession, tools: CheckTools) => Promise<void>;
}

/** The parts of a law that differ from the others. */
export type LawRow = Omit<Law, 'family' | 'level' | 'basis'> & Partial<Pick<Law, 'basis'>>;

/** Creates a law, which rests on the contract unless it says otherwise. */
export function defineLaw(row: LawRow): Law {
  return { basis: { kind: 'contract' }, ...row, family: 'law', level: 'stateful' };
}

/** The longest value that a message shows. Units: characters. */
const LONGEST = 60;

/** Prints a value for a message, cut if it is long. */
export function printValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
