/** Writes the options that a call of `backlot check` needs again to replay one of its cases. */
import { variableOf } from '../../conformance/replay/curl-script.ts';
import { quoteWord } from '../../conformance/report/plain-text.ts';

/**
 * Writes those options of a call that have these names for a shell. Shape: one word each; `profiles` are those with a
 * credential.
 *
 * Why variables: the values of credentials, also those of an address, must not get into reports.
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
