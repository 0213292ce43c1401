/**
 * Type-checks programs of the pages with the project's options; the package resolves to the sources in this repository.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { repository } from './blocks.ts';
import { sources } from './page-program.ts';

/** Lists the compiler errors of files. */
export function typeErrors(files: readonly string[]): readonly string[] {
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: { compilerOptions: object };
  };
  const paths = Object.fromEntries(Object.entries(sources()).map(([name, file]) => [name, [file]]));
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, paths }, repository);
  const program = ts.createProgram([...files], {
    ...options,
    typeRoots: [join(repository, 'node_modules/@types')],
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) => {
        const line = source === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line + 1;
        return `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      },
    );
  });
}
