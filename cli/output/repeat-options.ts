/** Writes the options of a call of `backlot check` that are needed to replay one of its cases. */
import { variableOf } from '../../conformance/replay/curl-script.ts';
import { quoteWord } from '../../conformance/report/plain-text.ts';

/**
 * Writes the named options of a call for a shell.
 *
 * Shape: one word each; `profiles` are those with a credential.
 * Why variables: the values of credentials, including those in URLs, must not get into reports.
 */
export function writeRepeatOptions(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  profiles: readonly string[],
): readonly string[] {
  const options = names.flatMap((name) =>
    [values[name]].flat().flatMap((value) => {
      if (value === true) return [`--${name}`];
      return typeof value === 'string' ? [`--${name}`, writeValue(name, value)] : [];
    }),
  );
  const secrets = profiles.flatMap((profile) => [
    '--credential',
    `${profile === 'full' ? '' : `${profile}=`}"$${variableOf(profile)}"`,
  ]);
  return [...options, ...secrets];
}

function writeValue(name: string, value: string): string {
  return /:\/\/.*[@?]/.test(value) ? `"$${variableOf(name)}"` : quoteWord(value);
}
