/**
 * Loads `node:sqlite`, which Node has since 22.13, without the warning that it is experimental (until Node 24.14). All
 * other warnings are still printed.
 */
import type * as sqlite from 'node:sqlite';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Sqlite = typeof sqlite;
export type { DatabaseSync, StatementSync };

let loaded: Sqlite | undefined;

/** Loads the module on first use, so that a mock in memory does not pay for it. */
export function loadSqlite(): Sqlite {
  loaded ??= withoutWarning(() => process.getBuiltinModule('node:sqlite'));
  return loaded;
}

function withoutWarning<T>(load: () => T): T {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  const isExpected = (warning: unknown, [type]: readonly unknown[]): boolean =>
    type === 'ExperimentalWarning' && /^SQLite is /.test(String(warning));
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (!isExpected(warning, rest)) Reflect.apply(emitWarning as () => void, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
