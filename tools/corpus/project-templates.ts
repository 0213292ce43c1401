/**
 * TypeScript configurations of new projects, as the common project generators write them, without output folders.
 */
import type { ImportExtension } from '../../generator/print/imports.ts';

/** A kind of project. */
export interface ProjectTemplate {
  readonly name: string;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  /** Whether the package consists of ECMAScript modules. */
  readonly isModule: boolean;
  /** The extension that imports need in the project. */
  readonly extension: ImportExtension;
}

/** The projects that generated code must compile in. */
export const projectTemplates: readonly ProjectTemplate[] = [
  {
    name: 'tsc --init',
    isModule: true,
    extension: 'js',
    compilerOptions: {
      module: 'nodenext',
      target: 'esnext',
      types: [],
      sourceMap: true,
      declaration: true,
      declarationMap: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitReturns: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noFallthroughCasesInSwitch: true,
      noPropertyAccessFromIndexSignature: true,
      strict: true,
      jsx: 'react-jsx',
      verbatimModuleSyntax: true,
      isolatedModules: true,
      noUncheckedSideEffectImports: true,
      moduleDetection: 'force',
      skipLibCheck: true,
    },
  },
  {
    name: 'Vite',
    isModule: true,
    extension: 'ts',
    compilerOptions: {
      target: 'ES2022',
      useDefineForClassFields: true,
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      types: [],
      skipLibCheck: true,
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      moduleDetection: 'force',
      noEmit: true,
      jsx: 'react-jsx',
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      noFallthroughCasesInSwitch: true,
      noUncheckedSideEffectImports: true,
    },
  },
  {
    name: 'Next.js',
    isModule: false,
    extension: 'none',
    compilerOptions: {
      target: 'ES2017',
      lib: ['dom', 'dom.iterable', 'esnext'],
      allowJs: true,
      skipLibCheck: true,
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      resolveJsonModule: true,
      isolatedModules: true,
      jsx: 'preserve',
      incremental: true,
    },
  },
  {
    name: 'NestJS',
    isModule: false,
    extension: 'js',
    compilerOptions: {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      resolvePackageJsonExports: true,
      esModuleInterop: true,
      isolatedModules: true,
      declaration: true,
      removeComments: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      allowSyntheticDefaultImports: true,
      target: 'ES2023',
      sourceMap: true,
      incremental: true,
      skipLibCheck: true,
      strictNullChecks: true,
      noImplicitAny: false,
      strictBindCallApply: false,
      noFallthroughCasesInSwitch: false,
    },
  },
  {
    name: 'Angular',
    isModule: false,
    extension: 'none',
    compilerOptions: {
      strict: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitReturns: true,
      noFallthroughCasesInSwitch: true,
      skipLibCheck: false,
      esModuleInterop: true,
      isolatedModules: true,
      experimentalDecorators: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
      module: 'preserve',
      moduleResolution: 'bundler',
    },
  },
  {
    name: 'Node',
    isModule: true,
    extension: 'js',
    compilerOptions: {
      strict: true,
      target: 'ES2022',
      lib: ['ES2022'],
      types: ['node'],
      module: 'node16',
      moduleResolution: 'node16',
      esModuleInterop: true,
      declaration: true,
      skipLibCheck: false,
    },
  },
];
