/** The default number of records of a page, as the description states it. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { findNumber, isPageSize } from '../../../contract/resources/pagination/infer-paging.ts';
import type { OperationPlan } from '../plan/plan.ts';

const USUAL_SIZE = 20;

/** Returns the size of a page that a query does not name. Shape: negative for all records. */
export const sizeByDefault = memoizeByObject(
  ({ source, role, responseSchema: body }: OperationPlan): number => {
    const { parameters } = source;
    const size = role.paging?.value.size;
    const parameter = parameters.find(({ name, in: place }) => place === 'query' && name === size);
    const stated = parameter === undefined ? null : statedSize(`${parameter.text} ${parameter.schema.text}`);
    const [, shown = null] = (body === null ? null : findNumber(body, isPageSize)) ?? [];
    const inBody = shown === null ? null : statedSize(shown.text);
    const example = parameter === undefined ? shown?.examples.find((each) => Number(each) > 0) : undefined;
    return stated ?? inBody ?? (typeof example === 'number' ? example : USUAL_SIZE);
  },
);

/** Returns the size that a text calls the default: "The default value is 10"; `null` for none. */
function statedSize(text: string): number | null {
  const stated = /\bdefaults?\b[^.\d]{0,60}?(-?\d{1,5})\b/i.exec(text)?.[1];
  return stated === undefined || Number(stated) === 0 ? null : Number(stated);
}
