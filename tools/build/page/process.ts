/**
 * The global `process` of Node, for modules that run in a page. Why not as a global: the page and its other libraries
 * recognize Node by it.
 */

/** The parts of it that modules read. */
interface PageProcess {
  /** Shape: empty, since a page has no environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of no system, so that modules expect nothing of one. */
  readonly platform: string;
  /** Shape: without `node`, by which modules recognize Node. */
  readonly versions: Readonly<Record<string, string>>;
  /** Shape: empty, since a page is not called with arguments. */
  readonly argv: readonly string[];
  /** Returns the folder of the description, which exists in memory only. */
  cwd(): string;
}

/** The bundler puts it in the place of the global. */
export const process: PageProcess = {
  env: {},
  platform: 'browser',
  versions: {},
  argv: [],
  cwd: () => '/project',
};
