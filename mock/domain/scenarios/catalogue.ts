/**
 * Which scenarios there are: those of a world hide those of files, which hide the built-in ones.
 */
import { defineCollection } from '../../kernel/store/schema.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Scenario } from './scenario.ts';

/** A scenario that was put into a world, under its name. */
export interface ScenarioRecord extends Scenario {
  readonly id: string;
}

/** The scenarios that were put into a world, by name. */
export const scenarios = defineCollection<ScenarioRecord>('scenario');

/** Finds scenarios by name. */
export interface ScenarioCatalogue {
  /** Returns the scenario of a name as a world knows it. */
  find(view: View, name: string): Scenario | undefined;
  /** Returns the names that a world knows, in order of the alphabet. */
  names(view: View): readonly string[];
}

/** A catalogue whose files may change while it is in use. */
export interface ScenarioFiles extends ScenarioCatalogue {
  /** Takes these scenarios in place of those that files gave before. */
  useFiles(files: readonly Scenario[]): void;
}

/** Creates a library of the built-in scenarios, as yet without files. */
export function createScenarioLibrary(builtIn: readonly Scenario[]): ScenarioFiles {
  let common = byName(builtIn);
  return {
    find(view, name) {
      return view.get(scenarios, name) ?? common.get(name);
    },

    names(view) {
      const own = view.scan(scenarios).map(({ id }) => id);
      return [...new Set([...common.keys(), ...own])].sort();
    },

    useFiles(files) {
      common = byName([...builtIn, ...files]);
    },
  };
}

function byName(list: readonly Scenario[]): ReadonlyMap<string, Scenario> {
  return new Map(list.map((scenario) => [scenario.name, scenario]));
}
