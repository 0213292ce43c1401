/** Why an execution failed, or stopped before its end. */
import type { JSX } from 'preact';

/** Shows the message, the code and the stop reason of an incomplete execution; nothing for others. */
export function Failure({
  error,
  stopReason,
}: {
  readonly error: { readonly message: string; readonly code: string | null } | null;
  readonly stopReason: string | null;
}): JSX.Element | null {
  const isUsual = stopReason === null || stopReason === 'end_turn';
  if (error === null && isUsual) return null;
  return (
    <p class={error === null ? 'facts' : 'facts error'}>
      {error !== null && (
        <span>
          <bdi>{error.message}</bdi>
        </span>
      )}
      {error?.code != null && (
        <span>
          code <code>{error.code}</code>
        </span>
      )}
      {stopReason !== null && (
        <span>
          stop reason <code>{stopReason}</code>
        </span>
      )}
    </p>
  );
}
