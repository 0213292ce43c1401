/**
 * Changes of operations: their names, paths, parameters and request bodies.
 */
import { affects, affectsAll } from './effect.ts';
import { quote, row, type Replaced } from './row.ts';

/** Rows by kind. */
export const operationChanges = {
  'operation-added': row<{ readonly address: string }>({
    effects: affectsAll('compatible'),
    message: (subject, { address }) => `${subject} (${quote(address)}) was added.`,
  }),
  'operation-removed': row<{ readonly address: string }>({
    effects: affectsAll('breaking'),
    message: (subject, { address }) => `${subject} (${quote(address)}) was removed.`,
  }),
  'operation-moved': row<Replaced>({
    effects: affectsAll('breaking'),
    message: (subject, { from, to }) => `${subject} moved from ${quote(from)} to ${quote(to)}.`,
  }),
  'operation-renamed': row<Replaced>({
    effects: affectsAll('risky'),
    message: (subject, { from }) =>
      `${subject} was named ${quote(from)}; its address is the same, but its name in generated code changes.`,
  }),
  'operation-deprecated': row({
    effects: affectsAll('compatible'),
    message: (subject) => `${subject} is now deprecated.`,
  }),
  'operation-restored': row({
    effects: affectsAll('compatible'),
    message: (subject) => `${subject} is no longer deprecated.`,
  }),
  'documentation-changed': row<{ readonly part: string }>({
    effects: affectsAll('compatible'),
    message: (subject, { part }) => `The ${part} of ${subject} changed.`,
    isQuiet: true,
  }),

  'parameter-added': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `The optional parameter ${subject} was added.`,
  }),
  'required-parameter-added': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `The required parameter ${subject} was added.`,
  }),
  'parameter-removed': row({
    effects: affects({ writers: 'risky', readers: 'breaking' }),
    message: (subject) => `The parameter ${subject} was removed.`,
  }),
  'parameter-renamed': row<Replaced>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { from }) => `The parameter ${subject} was named ${quote(from)}.`,
  }),
  'path-parameter-renamed': row<Replaced>({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject, { from }) =>
      `The path parameter ${subject} was named ${quote(from)}; the address is the same.`,
  }),
  'parameter-moved': row<Replaced>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { from, to }) =>
      `The parameter ${subject} moved from the ${quote(from)} to the ${quote(to)}.`,
  }),
  'parameter-became-required': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `The parameter ${subject} is now required.`,
  }),
  'parameter-became-optional': row({
    effects: affects({ writers: 'compatible', readers: 'breaking' }),
    message: (subject) => `The parameter ${subject} is now optional.`,
  }),
  'parameter-serialization-changed': row<Replaced>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { from, to }) =>
      `The style of the parameter ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  }),
  'parameter-deprecated': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `The parameter ${subject} is now deprecated.`,
  }),
  'parameter-restored': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `The parameter ${subject} is no longer deprecated.`,
  }),

  'body-added': row({
    effects: affects({ writers: 'compatible', readers: 'compatible' }),
    message: (subject) => `An optional request body was added: ${subject}.`,
  }),
  'required-body-added': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `A required request body was added: ${subject}.`,
  }),
  'body-removed': row({
    effects: affects({ writers: 'risky', readers: 'breaking' }),
    message: (subject) => `The request body was removed: ${subject}.`,
  }),
  'body-became-required': row({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject) => `The request body is now required: ${subject}.`,
  }),
  'body-became-optional': row({
    effects: affects({ writers: 'compatible', readers: 'breaking' }),
    message: (subject) => `The request body is now optional: ${subject}.`,
  }),
  'body-media-type-added': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { mediaType }) => `${subject} may also be ${quote(mediaType)}.`,
  }),
  'body-media-type-removed': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { mediaType }) => `${subject} may no longer be ${quote(mediaType)}.`,
  }),
  'part-media-type-added': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'compatible', readers: 'risky' }),
    message: (subject, { mediaType }) => `The part ${subject} may also be ${quote(mediaType)}.`,
  }),
  'part-media-type-removed': row<{ readonly mediaType: string }>({
    effects: affects({ writers: 'breaking', readers: 'compatible' }),
    message: (subject, { mediaType }) => `The part ${subject} may no longer be ${quote(mediaType)}.`,
  }),
  'part-media-types-changed': row<Replaced>({
    effects: affects({ writers: 'risky', readers: 'risky' }),
    message: (subject, { from, to }) =>
      `The media type of the part ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  }),
  'part-style-changed': row<Replaced>({
    effects: affects({ writers: 'breaking', readers: 'breaking' }),
    message: (subject, { from, to }) =>
      `The style of the part ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  }),
} as const;
