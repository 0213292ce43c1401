/** Selects by labels, as `env=prod,tier!=web,team in (a,b),!draft` does. */
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';

/** Units: characters of a selector that are read. */
const MAX_LENGTH = 1000;

/** Returns the test of a selector. Shape: a name with dots may also be the path of a property. */
export function readSelector(selector: string): LabelTest {
  const parts = selector.slice(0, MAX_LENGTH).match(/[^,(]+(?:\([^)]*\))?/g) ?? [];
  const tests = parts.map((part) => readPart(part.trim()));
  return (labels) => tests.every((test) => test(labels));
}

type LabelTest = (labels: RecordFields) => boolean;

function readPart(part: string): LabelTest {
  const values = /^(\S+) (in|notin) ?\(([^)]*)\)$/i.exec(part);
  if (values !== null) {
    const [, name = '', operator = '', listed = ''] = values;
    const isIn = operator.toLowerCase() === 'in';
    const all = new Set(listed.split(',').map((each) => each.trim()));
    return (labels) => {
      const label = labelIn(labels, name);
      return (label !== null && all.has(label)) === isIn;
    };
  }
  const equation = /^([^=!]+)(!?)={1,2}(.*)$/.exec(part);
  if (equation !== null) {
    const [, name = '', isNegated = '', value = ''] = equation;
    return (labels) => (labelIn(labels, name.trim()) === value.trim()) === (isNegated === '');
  }
  return part.startsWith('!')
    ? (labels) => labelIn(labels, part.slice(1).trim()) === null
    : (labels) => labelIn(labels, part) !== null;
}

function labelIn(labels: RecordFields, name: string): string | null {
  const value = labels[name] ?? valueAt(labels, name.split('.').map(pointerStep).join(''));
  return value === undefined ? null : textOf(value);
}
