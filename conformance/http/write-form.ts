/** Writes the fields of a form, with names in brackets for nested objects and lists of objects. */
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';

/** The media type of a form without files. */
export const FORM = 'application/x-www-form-urlencoded';

/** Writes a form. Shape: null is an empty text; the items of a list have one name, unless they are objects. */
export function writeForm(fields: JsonValue): string {
  const form = new URLSearchParams();
  for (const [name, text] of fieldsIn('', fields)) form.append(name, text);
  return form.toString();
}

/** Lists the fields of a value, with the name of the field that it is in. */
function fieldsIn(name: string, value: JsonValue): readonly (readonly [name: string, text: string])[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, index) =>
      fieldsIn(typeof item === 'object' && item !== null ? `${name}[${index}]` : name, item),
    );
  if (typeof value !== 'object' || value === null)
    return name === '' ? [] : [[name, value === null ? '' : String(value)]];
  return Object.entries(value).flatMap(([inner, part]) =>
    fieldsIn(name === '' ? inner : `${name}[${inner}]`, part),
  );
}
