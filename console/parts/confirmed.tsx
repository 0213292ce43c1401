/** A button that asks before it runs an action that cannot be undone. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Action } from './common.tsx';

/** Shows the question in a dialog; `run` is called when it is confirmed with the button of the same title. */
export function Confirmed({
  question,
  run,
  children,
  disabled = false,
}: {
  readonly question: string;
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        class="danger"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => dialog.current?.showModal()}
      >
        {children}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <p id={id}>
          <bdi>{question}</bdi>
        </p>
        <div class="bar">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <Action kind="danger" run={() => run().then(close)}>
            {children}
          </Action>
        </div>
      </dialog>
    </>
  );
}
