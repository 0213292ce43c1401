import type { JSX } from 'preact';
export function Changes(_: { snapshot: string }): JSX.Element {
  return <p>…</p>;
}
