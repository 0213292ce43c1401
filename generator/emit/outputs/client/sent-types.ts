/** Prints how the type of an object with methods knows the headers that its client sends. */
import type { Operation } from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { type TsText, ts } from '../../../print/ts-text.ts';
import { text } from '../../field.ts';
import { hasNeededHeaders } from './input.ts';

export const sentFields = {
  sentParameters: text('The type parameters of an interface of methods, in angle brackets; empty for none'),
  createParameters: text('The type parameters of the function that creates a client; empty for none'),
  createdArguments: text('The type arguments of the interface that it returns; empty for none'),
  configArguments: text('The type arguments of `ClientConfig` after the credentials; empty for none'),
} as const;

/** The part of the view of an interface that passes them on. */
export const passedFields = {
  sentArguments: text('The type arguments that pass the parameters on; empty for none'),
} as const;

/** Prints the type parameters; all are empty if no operation requires a header. */
export function sentTypes(
  operations: readonly Operation[],
  names: ClientNames,
): Readonly<Record<keyof typeof sentFields | keyof typeof passedFields, TsText>> {
  if (!operations.some(hasNeededHeaders))
    return {
      sentParameters: ts``,
      sentArguments: ts``,
      createParameters: ts``,
      createdArguments: ts``,
      configArguments: ts``,
    };
  const sent = names.local('Sent');
  const headers = names.local('ConfigHeaders');
  return {
    sentParameters: ts`<${sent} extends string = never>`,
    sentArguments: ts`<${sent}>`,
    createParameters: ts`<const Headers extends ${headers} = Readonly<Record<never, never>>>`,
    createdArguments: ts`<${names.local('SentHeaders')}<Headers>>`,
    configArguments: ts`, Headers`,
  };
}
