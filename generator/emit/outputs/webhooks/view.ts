/** Describes `webhooks.ts`. */
import type { ContractModel } from '../../../model/contract-model.ts';
import { flag, header, list, remark, runtime, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

/** `webhooks.ts` and its view. */
export const webhooksOutput = {
  path: 'webhooks.ts',
  about: 'The bodies of webhooks and callbacks, and their receiver',
  imports: ['types.ts', 'validators.ts', 'runtime'],
  isNeeded: ({ webhooks }: ContractModel) => webhooks.length > 0,
  fields: {
    header,
    runtime,
    hasTypes: flag('Whether types of `types.ts` are used, as `types.Name`'),
    webhooks: list('The webhooks, then the callbacks', {
      ...remark,
      key: text('Name, as a property key'),
      type: text('Type of the body'),
      check: text('Its validator, as `checks.name`'),
    }),
  },
} as const satisfies DescribedOutput;

/** The view of `webhooks.ts`. */
export type WebhooksView = ViewOf<typeof webhooksOutput.fields>;
