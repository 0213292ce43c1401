/** Returns one step of a JSON Pointer. Source: RFC 6901 3. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
