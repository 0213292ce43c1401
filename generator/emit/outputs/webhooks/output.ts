/** Emits `webhooks.ts`: the types of requests that the service sends, and a receiver that validates them. */
import { identifier } from '../../../naming/identifier.ts';
import { ts } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { createPartTypes } from '../../part-types.ts';
import { printComment, printHeader, printKey } from '../../../print/print-literal.ts';
import type { WebhooksView } from './view.ts';

export function emit({ contract, names, runtime }: EmitSource): WebhooksView {
  const types = createPartTypes(contract, names, ts`types.`);
  const webhooks = contract.webhooks.map(({ name, description, check }) => {
    const comment = printComment(description, '  ');
    return {
      hasComment: comment.toString() !== '',
      comment,
      key: printKey(name),
      type: types.typeOf(check),
      check: ts`checks.${identifier(check)}`,
    };
  });
  return {
    header: printHeader(contract.documents),
    runtime,
    hasTypes: types.imported().length > 0,
    webhooks,
  };
}
