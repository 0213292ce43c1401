/** The interface of a plug-in that extends the console for an API. It is only used if the mock serves that API. */
import { createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { Machine, StoredRecord } from '../generated/control/types.ts';

/** Shape: `name` is the one in the URL, `#/name/id`; `show` gets an empty id for a URL without one. */
export interface Page {
  readonly name: string;
  readonly title: string;
  readonly show: (id: string) => JSX.Element;
  /** The badge next to the title in the navigation. */
  readonly badge?: () => JSX.Element;
  /** Whether it is only accessible through links. */
  readonly isUnlisted?: true;
}

/** Shape: without `before`, the page comes before all pages of the console; the first of them is the start page. */
export interface PluginPage extends Page {
  /** The page of the console that it comes before in the navigation. */
  readonly before?: string;
}

/** A column of a list of records. Shape: `width` is a CSS grid width; `isNumber` aligns to the right. */
export interface Column {
  readonly title: string;
  readonly width: string;
  readonly value: (record: StoredRecord) => string;
  readonly isNumber?: true;
  /** Returns the progress and its total, for a bar. */
  readonly progress?: (record: StoredRecord) => readonly [done: number, total: number];
}

/** A kind of records. Shape: `columns` are those besides the id and the state. */
export interface RecordKind {
  readonly title: string;
  /** The hint in an empty list. */
  readonly hint?: string;
  /** Whether it is listed under other kinds. */
  readonly isRare?: true;
  readonly columns?: readonly Column[];
  /** The page that shows a record of the kind, and the text of the link to it. */
  readonly page?: { readonly name: string; readonly title: string };
  /** Shows the state machine of a record, instead of the graph alone. */
  readonly Machine?: (properties: {
    readonly machine: Machine;
    readonly record: StoredRecord;
  }) => JSX.Element;
  /** Shown below the list. */
  readonly Below?: () => JSX.Element;
}

export interface ConsolePlugin {
  /** The name of the mock's plug-in that it belongs to. */
  readonly name: string;
  /** The default credential of calls. */
  readonly credential: string;
  readonly pages: readonly PluginPage[];
  /** Shown above every page. */
  readonly Notice: () => JSX.Element;
  /** The kinds by name, in the order of their list. */
  readonly kinds: Readonly<Record<string, RecordKind>>;
  /** How timers are started, for a world without any. */
  readonly timerHint: string;
  /** The end of the page of faults, and its title with that part. */
  readonly faults: { readonly title: string; readonly Below: () => JSX.Element };
  /** Shape: `run` is the link to the page that runs a scenario. */
  readonly scenarios: { readonly hint: JSX.Element; readonly run: (name: string) => string };
}

/** The plug-in that the mock serves, null for none. */
export const PluginContext = createContext<ConsolePlugin | null>(null);

export function usePlugin(): ConsolePlugin | null {
  return useContext(PluginContext);
}
