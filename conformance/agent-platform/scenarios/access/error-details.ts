/** ODD06: the details of an error about a body. */
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { listOf, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** A body with one fault, and its example code in the source. */
interface Fault {
  readonly property: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const name = 'Backlot check of error details';

const faults: readonly Fault[] = [
  { property: 'name', body: { description: 'It has no name.' }, code: 'MISSING_REQUIRED_FIELD' },
  { property: 'name', body: { name: { text: name } } },
  { property: 'agentType', body: { name, agentType: 'made_up_by_a_check' }, code: 'INVALID_ENUM' },
  { property: 'maxTurns', body: { name, maxTurns: 'many' } },
];

export const errorDetailsCheck = defineCheck({
  id: 'ODD06',
  title: 'The details of an error name the property that is wrong, and why.',
  description:
    'Creates agents without a name, with a name that is no text, with an unknown type, and with a maxTurns that is no number, and compares the paths and the codes in the details of the errors.',
  rationale: 'A form could not show its user which field to correct.',
  basis: relyOnPractice('The path of a detail is that of the property, and its code is stable.'),
  run: readDetails,
});

async function readDetails(context: CheckContext): Promise<void> {
  const paths: string[] = [];
  let named = 0;
  for (const { property, body, code } of faults) {
    const response = await context.call('createAgent', { body });
    if (response.status !== 400) continue;
    const details = listOf(propertyOf(response.body, 'details'));
    const detailPaths = details.flatMap((detail) => textOf(detail, 'path') ?? []);
    paths.push(...detailPaths);
    if (detailPaths.some((path) => path.split(/[./[\]]/).includes(property))) named += 1;
    const codes = details.flatMap((detail) => textOf(detail, 'code') ?? []);
    for (const each of codes)
      context.warn(
        /^[A-Z][A-Z0-9_]*$/.test(each),
        `The validation code ${each} is not written like ${faults[0]?.code ?? ''}.`,
        'body.details',
      );
    context.warn(
      code === undefined || codes.length === 0 || codes.some((each) => each.toUpperCase() === code),
      `The code of a wrong ${property} is ${codes.join(', ')} instead of ${code ?? ''}.`,
      'body.details',
    );
  }
  context.warn(
    paths.length < 2 || named > 0,
    `The paths of the details name none of the wrong properties: ${paths.join(', ')}.`,
    'body.details',
  );
}
