/** The diagnostics about overlays. */
import { entry, meant } from './row.ts';

export const overlayRows = {
  OVERLAY_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    cause: 'Overlays follow the Overlay Specification 1.0.0.',
    fix: 'Correct the overlay: `overlay: 1.0.0`, an `info` with `title` and `version`, and `actions`, each with a `target` and `update` or `remove`.',
  }),
  OVERLAY_KEY_UNKNOWN: entry<{ key: string; closest: string | null }>({
    severity: 'warning',
    message: ({ key, closest }) => `The overlay has an unknown property \`${key}\`${meant(closest)}`,
    cause: 'It is ignored.',
    fix: 'Correct or remove the property; custom properties start with `x-`.',
  }),
  OVERLAY_TARGET_INVALID: entry<{ target: string; problem: string }>({
    severity: 'error',
    message: ({ target, problem }) => `The target \`${target}\` can't be used: ${problem}.`,
    cause:
      'A target is a JSONPath expression of RFC 9535. Some that could take more than linear time are not supported.',
    fix: "Correct the expression; names with other characters than letters, digits and `_` need quotes: `$.paths['/pets'].get`.",
  }),
  OVERLAY_TARGET_UNMATCHED: entry<{ target: string; documents: string; hint: string }>({
    severity: 'warning',
    message: ({ target, documents, hint }) =>
      `The target \`${target}\` selects nothing in ${documents}${hint}`,
    cause: 'The action has no effect. Overlays are applied before references to other files are resolved.',
    fix: 'Correct the target, or remove the action.',
  }),
  OVERLAY_UPDATE_INVALID: entry<{ target: string; problem: string }>({
    severity: 'error',
    message: ({ target, problem }) => `The action on \`${target}\` can't be applied: ${problem}.`,
    cause: 'An update is merged with an object, or appended to a list.',
    fix: 'Select the object or the list that contains the value, and update that.',
  }),
  OVERLAY_DOCUMENT_OTHER: entry<{ named: string; documents: string }>({
    severity: 'warning',
    message: ({ named, documents }) => `The overlay extends ${named}, but is applied to ${documents}.`,
    cause: 'It may have been written for another document.',
    fix: 'Correct or remove `extends`, or pass the document that it names.',
  }),
  OVERLAY_TOO_LARGE: entry<{ limit: number }>({
    severity: 'error',
    message: ({ limit }) => `The overlays add more than ${limit} MB to the document.`,
    cause: 'The limit protects a run from overlays that multiply the document.',
    fix: 'Select fewer nodes, or add less to each.',
  }),
} as const;
