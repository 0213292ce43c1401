/** Describes the view of a template once, for the compiler, for the check of templates and for the docs. */
import type { TsText } from '../print/ts-text.ts';

/** One field of a view. Shape: `about` is a sentence without its full stop. */
export type ViewField =
  | { readonly kind: 'text' | 'flag'; readonly about: string }
  | { readonly kind: 'list' | 'group'; readonly about: string; readonly fields: Fields };

/** The fields of a view by name. */
export interface Fields {
  readonly [name: string]: ViewField;
}

/** The view that fields describe: safe text, booleans, lists of views, and views. */
export type ViewOf<Described extends Fields, Text = TsText> = {
  readonly [Name in keyof Described]: ValueOf<Described[Name], Text>;
};

type ValueOf<Described extends ViewField, Text> = Described extends {
  readonly kind: infer Kind;
  readonly fields: infer Inner extends Fields;
}
  ? Kind extends 'list'
    ? readonly ViewOf<Inner, Text>[]
    : ViewOf<Inner, Text>
  : Described extends { readonly kind: 'flag' }
    ? boolean
    : Text;

/** One item of a list in a view. */
export type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Describes text, which may be printed. */
export function text(about: string): { readonly kind: 'text'; readonly about: string } {
  return { kind: 'text', about };
}

/** Describes a condition. */
export function flag(about: string): { readonly kind: 'flag'; readonly about: string } {
  return { kind: 'flag', about };
}

/** Describes a list by the fields of each of its items. */
export function list<Inner extends Fields>(
  about: string,
  fields: Inner,
): { readonly kind: 'list'; readonly about: string; readonly fields: Inner } {
  return { kind: 'list', about, fields };
}

export function group<Inner extends Fields>(
  about: string,
  fields: Inner,
): { readonly kind: 'group'; readonly about: string; readonly fields: Inner } {
  return { kind: 'group', about, fields };
}

/** The first line, which every file has. */
export const header = text('The first line, a comment with the source of the file');

/** Where the runtime is, for files that import it. */
export const runtime = text('Path from the output folder to the runtime, such as `../runtime`');

/** A description that may be absent. */
export const remark = {
  hasComment: flag('Whether there is a description'),
  comment: text('The description as a comment; empty without one'),
} as const;
