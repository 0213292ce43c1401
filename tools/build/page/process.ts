/** The parts of the global `process` of Node that modules read, for a page. */

export const process = {
  env: {},
  platform: 'browser',
  versions: {},
  argv: [],
  cwd: (): string => '/project',
};
