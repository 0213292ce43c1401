/** Why a command may not be able to listen, by the code of the system. */
export const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Choose another one with --port, or 0 for a free one.',
  EACCES: 'no permission. Choose a port from 1024 on with --port.',
  EADDRNOTAVAIL: 'this computer has no such address. Choose another one with --host.',
  ENOTFOUND: 'there is no such host. Choose another one with --host.',
};
