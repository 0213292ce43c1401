/** Shared by the commands that serve: errors of `listen`, and the signal to stop. */

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

/** Resolves at the first SIGINT or SIGTERM, or when npx has ended; a second signal ends the process. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const watch = watchNpx(() => stop());
    const stop = (): void => {
      clearInterval(watch);
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/** Units: milliseconds. */
const NPX_INTERVAL = 250;

/** Read at the start. Why: the shell may end before the command waits for a signal. */
const PARENT = process.ppid;

/**
 * Calls when npx has ended, if it started this command.
 *
 * Why: npx passes a signal only to the shell that it starts, which ends without its child.
 */
function watchNpx(stop: () => void): NodeJS.Timeout | undefined {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
  if (event !== 'npx' || !script.includes('backlot')) return undefined;
  return setInterval(() => {
    if (process.ppid !== PARENT) stop();
  }, NPX_INTERVAL);
}
