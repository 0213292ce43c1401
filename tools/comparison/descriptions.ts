/** The five descriptions of the comparison, and the requests of a client for each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type Values = Readonly<Record<string, unknown>>;

/** A description and its main resource. */
export interface Described {
  readonly name: string;
  readonly file: string;
  readonly document: Values;
  /** Shape: headers with a credential, empty where none is needed. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Shape: `{…}` in paths are the key of the parent, if there is one, and then that of the record. */
  readonly list: string;
  readonly item: string;
  /** The property of a list that has the records; empty where the list is an array. */
  readonly envelope: string;
  /** Three records as they are created. The second alone matches the filter. */
  readonly records: readonly [Values, Values, Values];
  /** The media type of created records, and what a change sends to the item. */
  readonly type: string;
  readonly change: { readonly method: string; readonly type: string; readonly body: Values } | null;
  /** What a creation rejects, and the declared status for that. */
  readonly wrong: { readonly body: Values; readonly status: number };
  readonly filter: readonly [parameter: string, value: string] | null;
  /** How the next page is requested: by its number, by a cursor of the page, or by the last key. */
  readonly pages: 'page' | 'cursor' | 'starting_after' | null;
  readonly hasDelete: boolean;
  readonly parent: { readonly path: string; readonly body: Values } | null;
  readonly action: { readonly path: string; readonly sets: Values } | null;
  readonly singleton: { readonly path: string; readonly bodies: readonly Values[] } | null;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const bearer = { authorization: 'Bearer token' };
const nothing = { filter: null, pages: null, hasDelete: true, parent: null, action: null, singleton: null };

export const descriptions: readonly Described[] = [
  {
    ...read('tasks'),
    ...nothing,
    credentials: { 'x-api-key': 'secret' },
    list: '/tasks',
    item: '/tasks/{taskId}',
    envelope: '',
    records: [
      { title: 'Write', status: 'open' },
      { title: 'Read', status: 'done' },
      { title: 'Sort', status: 'open' },
    ],
    type: json,
    change: { method: 'PATCH', type: json, body: { title: 'Rest' } },
    wrong: { body: { title: 5 }, status: 422 },
    filter: ['status', 'done'],
    pages: 'page',
  },
  {
    ...read('orders'),
    ...nothing,
    credentials: bearer,
    list: '/orders',
    item: '/orders/{orderId}',
    envelope: 'data',
    records: [
      { item: 'pen', quantity: 1, currency: 'EUR' },
      { item: 'ink', quantity: 2, currency: 'USD' },
      { item: 'nib', quantity: 3, currency: 'EUR' },
    ],
    type: json,
    change: { method: 'PUT', type: json, body: { item: 'cap', quantity: 9, currency: 'EUR' } },
    wrong: { body: { item: 'pen', quantity: 0, currency: 'EUR' }, status: 400 },
    filter: ['currency', 'USD'],
    pages: 'cursor',
  },
  {
    ...read('projects'),
    ...nothing,
    credentials: {},
    list: '/projects/{projectId}/notes',
    item: '/projects/{projectId}/notes/{noteId}',
    envelope: 'notes',
    records: [{ text: 'first', color: 'red' }, { text: 'second' }, { text: 'third', color: 'blue' }],
    type: json,
    change: { method: 'PATCH', type: 'application/merge-patch+json', body: { color: null } },
    wrong: { body: { text: '' }, status: 422 },
    parent: { path: '/projects', body: { name: 'Home' } },
  },
  {
    ...read('bookings'),
    ...nothing,
    credentials: bearer,
    list: '/bookings',
    item: '/bookings/{bookingId}',
    envelope: '',
    records: [
      { guest: 'Ada', nights: 1 },
      { guest: 'Bo', nights: 2 },
      { guest: 'Cy', nights: 3 },
    ],
    type: json,
    change: null,
    wrong: { body: { guest: 'Ada' }, status: 400 },
    hasDelete: false,
    action: { path: '/bookings/{bookingId}/cancel', sets: { status: 'cancelled' } },
    singleton: { path: '/settings', bodies: [{ language: 'de', check_in: '15:00' }, { language: 'fr' }] },
  },
  {
    ...read('customers'),
    ...nothing,
    credentials: { authorization: 'Basic dXNlcjpwYXNz' },
    list: '/v1/customers',
    item: '/v1/customers/{customer}',
    envelope: 'data',
    records: [
      { email: 'ada@mail.example', name: 'Ada' },
      { email: 'bo@mail.example', name: 'Bo' },
      { email: 'cy@mail.example', name: 'Cy' },
    ],
    type: form,
    change: { method: 'POST', type: form, body: { name: 'Di' } },
    wrong: { body: { balance: 'much' }, status: 400 },
    filter: ['email', 'bo@mail.example'],
    pages: 'starting_after',
  },
];

function read(name: string): Pick<Described, 'name' | 'file' | 'document'> {
  const file = join(import.meta.dirname, 'descriptions', `${name}.yaml`);
  return { name, file, document: parse(readFileSync(file, 'utf8')) as Values };
}
