/** Rules of parameters that are the start or the end of a range: `since`, `min_price`, `created_before`. */
import type { SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';
import { boundedProperty, propertyNamed } from '../schema-likeness.ts';
import type { FilterComparison, NamedParameter, QueryRule } from './query-rule.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Prefixes and suffixes of the names of bounds. */
const bounds: readonly (readonly [pattern: RegExp, compare: FilterComparison])[] = [
  [/>=$/, 'least'],
  [/<=$/, 'most'],
  [/>$/, 'above'],
  [/<$/, 'below'],
  [/^(?:minimum|min|from|since|start|after|gte)[_.-]?(?=.)/i, 'least'],
  [/^(?:maximum|max|to|until|end|before|lte)[_.-]?(?=.)/i, 'most'],
  [/^gt[_.-]?(?=.)/i, 'above'],
  [/^lt[_.-]?(?=.)/i, 'below'],
  [/[_.[-]?(?:gte|min|from|since|after|start)\]?$/i, 'least'],
  [/[_.[-]?(?:lte|max|to|until|before|end)\]?$/i, 'most'],
  [/[_.[-]?gt\]?$/i, 'above'],
  [/[_.[-]?lt\]?$/i, 'below'],
];

/** Names of parameters that are the start or the end of a period. */
const periods: Readonly<Record<string, 'least' | 'most'>> = {
  since: 'least',
  after: 'least',
  before: 'most',
  from: 'least',
  start: 'least',
  startdate: 'least',
  datefrom: 'least',
  until: 'most',
  to: 'most',
  end: 'most',
  enddate: 'most',
  dateto: 'most',
};

/** The start or the end of a period: `since`. */
export const inferPeriod: QueryRule = (parameter, item, infer) => {
  const { name, flat } = parameter;
  const side = periods[flat];
  if (side === undefined || !isTime(parameter)) return null;
  const property = periodProperty(item, wholePeriods.test(flat));
  if (property === null) return null;
  return infer(
    { kind: 'filter', property: pointerStep(property), compare: boundOf(side, parameter) },
    isExclusive.test(parameter.text) ? 0.9 : 0.8,
    `{${name}} is the ${side === 'least' ? 'start' : 'end'} of a period`,
  );
};

/** A bound that only the text names: "posts with an id lower than this value". */
export const inferStatedBound: QueryRule = ({ name, text }, item, infer) => {
  const [, named = '', word = '', orEqual] = STATED.exec(text) ?? [];
  const property = propertyNamed(named, item);
  if (property === null) return null;
  const isLower = /^(?:lower|less|smaller)$/i.test(word);
  const compare = orEqual === undefined ? (isLower ? 'below' : 'above') : isLower ? 'most' : 'least';
  const effect = { kind: 'filter', property: pointerStep(property), compare } as const;
  return infer(effect, 0.8, `{${name}} is described as a bound of the property \`${property}\``);
};

/** A bound of a range of a property that the text names: "Limits on `id`. Marks the end of a range". */
export const inferRange: QueryRule = (parameter, item, infer) => {
  const { name, text } = parameter;
  const [named, side] = rangeIn(text) ?? [];
  const property = named === undefined ? null : propertyNamed(named, item);
  if (property === null) return null;
  const compare = boundOf(side === 'end' ? 'most' : 'least', parameter);
  const effect = { kind: 'filter', property: pointerStep(property), compare } as const;
  return infer(effect, 0.9, `{${name}} is described as a bound of the property \`${property}\``);
};

/** Returns the property of a range that a text is about, and whether it is its start or its end; `null` for none. */
export function rangeIn(text: string): readonly [property: string, side: 'start' | 'end'] | null {
  const [, property] = RANGED.exec(text) ?? [];
  const [, side] = /\b(start|beginning|end) of (?:the|a) range\b/i.exec(text) ?? [];
  return property === undefined || side === undefined
    ? null
    : [property, /^end$/i.test(side) ? 'end' : 'start'];
}

const RANGED = /\b(?:limits?|ranges?|bounds?) (?:\w+ )?(?:on|of) (?:the )?[`"'](\w+)[`"']/i;

const STATED =
  /\bwith (?:an? |the )?[`"']?(\w{1,40})[`"']? (lower|less|smaller|greater|higher|larger) than (or equal to )?(?:this|the (?:given|specified|supplied|provided))\b/i;

/** A bound of a property: `min_price`. */
export const inferBound: QueryRule = (parameter, item, infer) => {
  const { name, plain } = parameter;
  for (const [pattern, compare] of bounds) {
    const rest = plain.replace(pattern, '');
    if (rest === plain || rest === '') continue;
    const isPeriod = isTime(parameter) && /(?:^|[a-z])(?:date|time|created(?:at|on)?)$/.test(flatten(rest));
    const property = boundedProperty(rest, item) ?? (isPeriod ? periodProperty(item) : null);
    if (property === null) continue;
    return infer(
      { kind: 'filter', property: pointerStep(property), compare: boundOf(compare, parameter) },
      isExclusive.test(parameter.text) ? 0.9 : 0.8,
      `{${name}} is a bound of the property \`${property}\``,
    );
  }
  return null;
};

/** Returns a bound without the value itself if its description says so: "strictly before this date". */
function boundOf(compare: FilterComparison, { text }: NamedParameter): FilterComparison {
  if (!isExclusive.test(text)) return compare;
  return compare === 'least' ? 'above' : compare === 'most' ? 'below' : compare;
}

const isExclusive =
  /\b(?:on|at|with) (?:the|that|this) (?:day|date|time|value|moment) itself\b[^.;]{0,60}\b(?:do|does|are|is) not (?:match|included?|listed|kept|returned|count)|\b(?:strictly|exclusive(?:ly)?|but not (?:on|at)|not (?:on|at|including) (?:it|that|this)|excludes (?:it|(?:the|this) given))\b/i;

function isTime({ schema, text }: NamedParameter): boolean {
  return /^date/.test(schema.format ?? '') || /\b(?:date|time|timestamp|8601)\b/i.test(text);
}

/** Names of the starts and ends of periods that a list shows, and not only of what is newer. */
const wholePeriods = /^(?:from|to|start|end|startdate|enddate|datefrom|dateto)$/;

/**
 * Returns the time of a record that a period is about: its creation, or the only time that it has. `isWhole` is whether
 * another one will do: the first that is required, else the first.
 */
function periodProperty(item: SourceSchema | null, isWhole = false): string | null {
  const times = [...(item?.properties ?? [])].filter(
    ([, { format }]) => format === 'date-time' || format === 'date',
  );
  const main = times.find(([name]) => item?.required.has(name)) ?? times[0];
  return (
    boundedProperty('date', item) ??
    boundedProperty('created', item) ??
    boundedProperty('timestamp', item) ??
    (times.length === 1 || isWhole ? (main?.[0] ?? null) : null)
  );
}
