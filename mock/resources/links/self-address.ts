/** The address of a record in itself. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';

/** Returns the address of a record as a property has it; undefined for any other property, or without an address. */
export function selfAddress(
  name: string,
  property: SourceSchema,
  shown: JsonValue | undefined,
  addressOf: () => string | null,
): JsonValue | undefined {
  const address = isSelfAddress(name, property, shown) ? addressOf() : null;
  return address === null ? selfLinks(name, property, addressOf) : addressLike(address, property, shown);
}

/** Returns the links of a record with its own address as `self`; undefined for any other property. */
export function selfLinks(
  name: string,
  { properties }: SourceSchema,
  addressOf: () => string | null,
): JsonValue | undefined {
  const self = /^_?links$/i.test(name) ? properties.get('self') : undefined;
  const address = self === undefined ? null : addressOf();
  if (self === undefined || address === null) return undefined;
  if (self.types?.has('string') === true) return { self: address };
  return self.properties.has('href') ? { self: { href: address } } : undefined;
}

function isSelfAddress(
  name: string,
  { types, format, text }: SourceSchema,
  shown: JsonValue | undefined,
): boolean {
  if (types?.has('string') !== true || (format !== null && !/^ur[il]/.test(format))) return false;
  return (
    /^(?:self|href|self_?(?:link|url)|resource_?ur[il])$/i.test(name) ||
    (name === 'url' && format !== null) ||
    (name === 'uri' &&
      (isPath(shown) || /\b(?:this|the|that) (?:resource|record)\b|\brelative\b/i.test(text)))
  );
}

function isPath(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith('/');
}

/** Returns an address as a property has it: without the origin where it is described or shown so. */
function addressLike(address: string, { text }: SourceSchema, shown: JsonValue | undefined): string {
  return isPath(shown) || /\brelative\b/i.test(text) ? new URL(address).pathname : address;
}
