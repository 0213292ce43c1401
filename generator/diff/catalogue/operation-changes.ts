/** Changes of operations: their names, paths, parameters and request bodies. */
import {
  affectsAll,
  breaksBoth,
  breaksReaders,
  breaksReadersRisksWriters,
  breaksWriters,
  harmless,
  risksBoth,
  risksReaders,
} from './effect.ts';
import { quote, row, type Replaced } from './row.ts';

export const operationChanges = {
  'operation-added': row<{ readonly address: string }>(
    affectsAll('compatible'),
    (subject, { address }) => `${subject} (${quote(address)}) was added.`,
  ),
  'operation-removed': row<{ readonly address: string }>(
    affectsAll('breaking'),
    (subject, { address }) => `${subject} (${quote(address)}) was removed.`,
  ),
  'operation-moved': row<Replaced>(
    affectsAll('breaking'),
    (subject, { from, to }) => `${subject} moved from ${quote(from)} to ${quote(to)}.`,
  ),
  'operation-renamed': row<Replaced>(
    affectsAll('risky'),
    (subject, { from }) =>
      `${subject} was named ${quote(from)}; its address is the same, but its name in generated code changes.`,
  ),
  'operation-deprecated': row(affectsAll('compatible'), (subject) => `${subject} is now deprecated.`),
  'operation-restored': row(affectsAll('compatible'), (subject) => `${subject} is no longer deprecated.`),
  'documentation-changed': row<{ readonly part: string }>(
    affectsAll('compatible'),
    (subject, { part }) => `The ${part} of ${subject} changed.`,
    'quiet',
  ),

  'parameter-added': row(harmless, (subject) => `The optional parameter ${subject} was added.`),
  'required-parameter-added': row(breaksWriters, (subject) => `The required parameter ${subject} was added.`),
  'parameter-removed': row(breaksReadersRisksWriters, (subject) => `The parameter ${subject} was removed.`),
  'parameter-renamed': row<Replaced>(
    breaksBoth,
    (subject, { from }) => `The parameter ${subject} was named ${quote(from)}.`,
  ),
  'path-parameter-renamed': row<Replaced>(
    harmless,
    (subject, { from }) => `The path parameter ${subject} was named ${quote(from)}; the address is the same.`,
  ),
  'parameter-moved': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `The parameter ${subject} moved from the ${quote(from)} to the ${quote(to)}.`,
  ),
  'parameter-became-required': row(breaksWriters, (subject) => `The parameter ${subject} is now required.`),
  'parameter-became-optional': row(breaksReaders, (subject) => `The parameter ${subject} is now optional.`),
  'parameter-serialization-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) =>
      `The style of the parameter ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
  'parameter-deprecated': row(harmless, (subject) => `The parameter ${subject} is now deprecated.`),
  'parameter-restored': row(harmless, (subject) => `The parameter ${subject} is no longer deprecated.`),

  'body-added': row(harmless, (subject) => `An optional request body was added: ${subject}.`),
  'required-body-added': row(breaksWriters, (subject) => `A required request body was added: ${subject}.`),
  'body-removed': row(breaksReadersRisksWriters, (subject) => `The request body was removed: ${subject}.`),
  'body-became-required': row(breaksWriters, (subject) => `The request body is now required: ${subject}.`),
  'body-became-optional': row(breaksReaders, (subject) => `The request body is now optional: ${subject}.`),
  'body-media-type-added': row<{ readonly mediaType: string }>(
    risksReaders,
    (subject, { mediaType }) => `${subject} may also be ${quote(mediaType)}.`,
  ),
  'body-media-type-removed': row<{ readonly mediaType: string }>(
    breaksWriters,
    (subject, { mediaType }) => `${subject} may no longer be ${quote(mediaType)}.`,
  ),
  'part-media-type-added': row<{ readonly mediaType: string }>(
    risksReaders,
    (subject, { mediaType }) => `The part ${subject} may also be ${quote(mediaType)}.`,
  ),
  'part-media-type-removed': row<{ readonly mediaType: string }>(
    breaksWriters,
    (subject, { mediaType }) => `The part ${subject} may no longer be ${quote(mediaType)}.`,
  ),
  'part-media-types-changed': row<Replaced>(
    risksBoth,
    (subject, { from, to }) =>
      `The media type of the part ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
  'part-style-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `The style of the part ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
} as const;
