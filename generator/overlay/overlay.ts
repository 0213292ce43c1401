/** The parts of an overlay, as data. Types only. */
import type { Position } from '../diagnostics/diagnostics.ts';
import type { JsonValue } from '../json/documents.ts';
import type { OverlayTarget } from './target.ts';

/** One valid action of an overlay. */
export interface OverlayAction {
  /** Its index in the list of actions. */
  readonly index: number;
  readonly written: string;
  readonly target: OverlayTarget;
  readonly description: string | null;
  /** Its effect; `null` for an action that only has `remove: false`. */
  readonly effect:
    { readonly kind: 'remove' } | { readonly kind: 'update'; readonly value: JsonValue } | null;
}

/** An overlay that was read. */
export interface Overlay {
  /** Relative to the project folder, or an address. */
  readonly file: string;
  /** An absolute path or an address. */
  readonly absolute: string;
  readonly text: string;
  /** The document that it extends, as a path or a URL; `null` if there is none. */
  readonly extends: string | null;
  readonly actions: readonly OverlayAction[];
  /** Returns the position of a node of the overlay. */
  readonly positionOf: (pointer: string) => Position;
}

export interface OverlayChange {
  /** The file of the overlay. */
  readonly overlay: string;
  /** The index of the action, from 0. */
  readonly action: number;
  readonly target: string;
  readonly description: string | null;
  readonly kind: 'update' | 'remove';
  /** The file of the document. */
  readonly document: string;
  /**
   * Pointers to the nodes that were added or replaced, in the document after the action, or to those that were removed,
   * in the document before it. Empty if the document was like that already.
   */
  readonly pointers: readonly string[];
}
