/**
 * Shared by the commands that serve: errors of `listen`, and the signal to stop.
 */

/** Explains why a command cannot listen, by system error code. */
export const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Choose another one with --port, or 0 for a free one.',
  EACCES: 'permission denied. Choose a port above 1023 with --port.',
  EADDRNOTAVAIL: 'this computer does not have that address. Choose another one with --host.',
  ENOTFOUND: 'the host does not exist. Choose another one with --host.',
};

/** Returns the message for an error of `listen`. Errors: throws every other error. */
export function describeListenError(error: unknown, host: string, port: number): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = LISTEN_ERRORS[code];
  if (reason === undefined) throw error;
  return `Can't listen on ${host}:${port}: ${reason}`;
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
