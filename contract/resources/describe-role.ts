/** The words for what is inferred of an operation, in `backlot explain` and in the journal of a mock. */
import { LIKELY, type OperationRole, type QueryUse } from './graph.ts';

/** Returns what an operation does, such as `list orders`: with samples if that is not sure enough. */
export function doesText({ role, resource }: OperationRole): string {
  const does = role.confidence >= LIKELY ? role.value : 'sample';
  return resource === null || does === 'sample' ? does : `${does} ${resource}`;
}

/** Returns how a list is read in pages; empty for one that is not. */
export function pagingText({ paging }: OperationRole): string {
  if (paging === null) return '';
  const { style, position, size } = paging.value;
  const names = [position, size].filter((name) => name !== null).map((name) => `{${name}}`);
  return `pages by ${style}: ${names.join(', ')}`;
}

/** Returns what a query parameter does. */
export function effectText({ value }: QueryUse['use']): string {
  if (value.kind === 'none') return 'ignored';
  return value.kind === 'filter' ? `filters by ${value.property} (${value.compare})` : value.kind;
}

/** Returns where a record or a list is in a body. */
export function placeText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}
