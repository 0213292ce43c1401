/** The location of a view in the fragment of the URL: `#/state/orders?record=order_1`. */
import { computed, signal } from '@preact/signals';
import { decodePercent } from '../templates/runtime/json/value.ts';

export interface Route {
  /** The name of the page; empty for the start page. */
  readonly view: string;
  /** The item that the view shows; empty for the list. */
  readonly id: string;
  readonly query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed<Route>(() => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...id] = path.split('/');
  return {
    view,
    id: id.map(decodePercent).join('/'),
    query: new URLSearchParams(query),
  };
});

/** Returns the link to a view or to one of its items. */
export function linkTo(view: string, id = '', query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${view}${id === '' ? '' : `/${encodeURIComponent(id)}`}${search === '' ? '' : `?${search}`}`;
}

/** Changes parameters of the current URL without a new history entry; empty values are removed. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const { view, id, query } = route.value;
  const next = Object.fromEntries(query);
  for (const [name, value] of Object.entries(changes)) next[name] = value;
  const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
  history.replaceState(null, '', linkTo(view, id, kept));
  hash.value = location.hash;
}
