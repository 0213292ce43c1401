import path from 'node:path';
import ts from 'typescript';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { compileProject, writeProject } from '../../../tools/corpus/check-types.ts';
import type { ProjectTemplate } from '../../../tools/corpus/project-templates.ts';
import { inTemporaryFolder } from '../../../tools/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The virtual folder of the files in memory; they are ECMAScript modules by the project's package.json. */
const VIRTUAL = path.join(root, 'virtual');

/** Declarations of packages and of the language, by path. Why: each program would parse the same 6 MB again. */
const declarations = new Map<string, ts.SourceFile | undefined>();

/** Creates a host that reads each declaration in `node_modules` once, for programs with the options of this project. */
function createHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (file, ...rest) => {
    if (!file.includes('/node_modules/')) return host.getSourceFile(file, ...rest);
    if (!declarations.has(file)) declarations.set(file, host.getSourceFile(file, ...rest));
    return declarations.get(file);
  };
  return { ...host, getSourceFile };
}

/**
 * Compiles files and lists the errors.
 *
 * Shape: paths are relative, imports between the files are resolved; one line per error, `file:line message`.
 */
export function compileFiles(files: ReadonlyMap<string, string>): string[] {
  const options = compilerOptions();
  const texts = new Map([...files].map(([file, text]) => [path.join(VIRTUAL, file), text]));
  const disk = createHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    directoryExists: (folder) => folder.startsWith(VIRTUAL) || ts.sys.directoryExists(folder),
    getSourceFile: (file, version, ...rest) => {
      const text = texts.get(file);
      return text === undefined
        ? disk.getSourceFile(file, version, ...rest)
        : ts.createSourceFile(file, text, version);
    },
  };
  return checkTypes([...texts.keys()], options, host);
}

/** Compiles a project that `writeProject` has written with the options of this one. Returns one line per error. */
export function compileFolder(folder: string): string[] {
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return checkTypes(fileNames, { ...options, noEmit: true }, createHost(options));
}

function checkTypes(files: readonly string[], options: ts.CompilerOptions, host: ts.CompilerHost): string[] {
  return ts.getPreEmitDiagnostics(ts.createProgram(files, options, host)).map(printDiagnostic);
}

function compilerOptions(): ts.CompilerOptions {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // No types of Node: generated code runs in browsers too.
  return {
    ...options,
    noEmit: true,
    types: [],
    lib: ['lib.es2024.d.ts', 'lib.esnext.iterator.d.ts', 'lib.dom.d.ts'],
  };
}

function printDiagnostic({ file, start, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined || start === undefined) return message;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${path.relative(VIRTUAL, file.fileName)}:${line + 1} ${message}`;
}

const modules = path.resolve(import.meta.dirname, '../../../node_modules');
const compiler = path.join(modules, 'typescript7/bin/tsc');

/** Every package that generated code may need. */
const packages = ['@types/node', 'fast-check', 'msw'];

/** Returns a template with the options of this repository, and with the types of browsers only. */
export function readOwnOptions(): ProjectTemplate {
  const file = path.resolve(modules, '../tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(file, 'utf8')) as ProjectTemplate;
  const { noEmit: _, ...options } = compilerOptions;
  const browser = { types: [], lib: ['es2024', 'esnext.iterator', 'dom'] };
  return { name: 'this', isModule: true, extension: 'ts', compilerOptions: { ...options, ...browser } };
}

/** Compiles files in a project from a template. Returns one line per error. */
export function compileInProject(
  files: ReadonlyMap<string, string>,
  template: ProjectTemplate,
): Promise<string[]> {
  return inTemporaryFolder((project) => {
    mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
    for (const name of packages)
      symlinkSync(path.join(modules, name), path.join(project, 'node_modules', name), 'dir');
    writeProject(project, template, files);
    return compileProject(compiler, project);
  });
}
