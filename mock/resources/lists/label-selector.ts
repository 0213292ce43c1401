/** Selects by labels, as `env=prod,tier!=web,team in (a,b),!draft` does. */
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';

/** Returns whether labels fit a selector. Shape: a name with dots may also be the path of a property. */
export function fitsSelector(labels: RecordFields, selector: string): boolean {
  const parts = selector.match(/[^,(]+(?:\([^)]*\))?/g) ?? [];
  return parts.every((part) => fitsPart(labels, part.trim()));
}

function fitsPart(labels: RecordFields, part: string): boolean {
  const values = /^(\S+) (in|notin) ?\(([^)]*)\)$/i.exec(part);
  if (values !== null) {
    const [, name = '', operator = '', listed = ''] = values;
    const isListed = listed.split(',').some((each) => each.trim() === labelIn(labels, name));
    return isListed === (operator.toLowerCase() === 'in');
  }
  const equation = /^([^=!]+)(!?)={1,2}(.*)$/.exec(part);
  if (equation !== null) {
    const [, name = '', isNegated = '', value = ''] = equation;
    return (labelIn(labels, name.trim()) === value.trim()) === (isNegated === '');
  }
  return part.startsWith('!')
    ? labelIn(labels, part.slice(1).trim()) === null
    : labelIn(labels, part) !== null;
}

function labelIn(labels: RecordFields, name: string): string | null {
  const value = labels[name] ?? valueAt(labels, name.split('.').map(pointerStep).join(''));
  return value === undefined ? null : textOf(value);
}
