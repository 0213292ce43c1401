/**
 * Lets libraries validate with a check: forms, tRPC, routers and everything else that accepts a Standard Schema.
 * Source: standardschema.dev, version 1.
 */
import { instancePath } from './instance-path.ts';
import { MAX_PROBLEMS, problemWords, relevantErrors, type SchemaError } from './problem.ts';

/** One reason why a value is invalid. Shape: `path` has numbers for items of arrays; empty for the whole value. */
export interface StandardIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** The valid value itself, or what is wrong with it. */
export type StandardResult<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** The property that makes a check a Standard Schema. */
export interface StandardProps<T> {
  readonly version: 1;
  readonly vendor: 'backlot';
  /**
   * Validates a value. A valid value gets a result immediately, an invalid one a promise until the module that finds
   * every problem has been loaded; `preload` of the validators loads it in advance.
   */
  readonly validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
  /** Only declared, for type inference. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
}

/** Creates the property of a check. */
export function standardProps<T>(validate: StandardProps<T>['validate']): StandardProps<T> {
  return { version: 1, vendor: 'backlot', validate };
}

/** Creates the result for an invalid value. Shape: at least one issue, at most twenty. */
export function invalidResult(errors: readonly SchemaError[], value: unknown): StandardResult<never> {
  const issues = new Map<string, StandardIssue>();
  for (const error of relevantErrors(errors)) {
    const words = problemWords(error, value);
    const path = instancePath(error.instancePath, value);
    const name = words.property ?? error.propertyName;
    const issue = { message: words.detail, path: name === undefined ? path : [...path, name] };
    issues.set(JSON.stringify(issue), issue);
    if (issues.size === MAX_PROBLEMS) break;
  }
  return { issues: issues.size === 0 ? [{ message: 'is invalid', path: [] }] : [...issues.values()] };
}
