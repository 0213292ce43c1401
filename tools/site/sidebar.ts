/** The order of the pages on the site. Every page is in it once. */

/** A group of pages, or a page. Shape: `link` is the path of a page without its extension. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

export const sidebar: readonly SidebarItem[] = [
  group('Get started', {
    Overview: 'index',
    Install: 'install',
    'Frontend developers': 'start/frontend',
    'Test authors': 'start/tests',
    'Backend developers': 'start/backend',
    'Contract authors': 'start/contract',
    'Platform teams': 'start/platform',
    'Your own API': 'start/own-api',
    Playground: 'playground',
  }),
  group('Guides', {
    'Mock any description': 'any-description',
    'Use the mock': 'mock',
    'Watch it in the console': 'console',
    'Test with the mock': 'testing',
    'Queries, forms and MSW': 'frontend',
    'Build a chat': 'chat',
    'Generate code': 'generate',
    'Write templates': 'templates',
    'Check a service': 'conformance',
    'Check in CI': 'ci',
    'Validate live traffic': 'proxy',
    'Compare two versions': 'diff',
    'Share a mock in a team': 'teams',
    'Keep the data of a mock': 'data',
    'Tools for coding agents': 'mcp',
    'Switch from another mock': 'switching',
  }),
  group('Reference', {
    'The command': 'cli',
    Configuration: 'configuration',
    Imports: 'imports',
    Client: 'client',
    'Server handlers': 'server',
    'Control API': 'control-api',
    Scenarios: 'scenarios',
    Resources: 'resources',
    Extensions: 'extensions',
    Checks: 'checks',
    'Errors and diagnostics': 'errors',
  }),
  group('Concepts', {
    'How it fits together': 'concepts',
    Architecture: 'architecture',
    Glossary: 'glossary',
    Performance: 'performance',
    'Mutation tests of the checks': 'conformance-selftest',
  }),
  group('About', {
    Comparison: 'comparison',
    Compatibility: 'compatibility',
    'What stays compatible': 'stability',
    Security: 'security',
  }),
  group('Develop Backlot', {
    'Change the contract': 'change-the-contract',
    Recipes: 'recipes',
    Scripts: 'scripts',
    Assumptions: 'assumptions',
    Traceability: 'traceability',
  }),
  {
    ...group('Decisions', {
      'State in sorted trees': 'decisions/0001-state-in-sorted-trees',
      'Reference pages': 'decisions/0002-reference-pages',
      'Our own comparison': 'decisions/0003-our-own-comparison',
      Worlds: 'decisions/0004-worlds',
      'Ajv standalone': 'decisions/0005-ajv-standalone',
      'Printed types': 'decisions/0006-printed-types',
      Samples: 'decisions/0007-samples',
      'Frame ids': 'decisions/0008-frame-ids',
      'Commit log': 'decisions/0009-commit-log',
      Provenance: 'decisions/0010-provenance',
      'The contract is a value': 'decisions/0011-contract-as-a-value',
      'Plug-ins': 'decisions/0012-plug-ins',
      'Links and tests in the contract': 'decisions/0013-links-and-tests-in-the-contract',
    }),
    collapsed: true,
  },
];

/** Pages of many thousand rows, which would hide all others in the search. */
export const pagesWithoutSearch: readonly string[] = ['conformance-selftest.md', 'traceability.md'];

/** Returns all pages in their order. Shape: the paths of the files below `docs/`. */
export function listPages(items = sidebar): readonly SidebarPage[] {
  return items.flatMap(({ text, link, items: inner = [] }) => [
    ...(link === undefined ? [] : [{ title: text, file: `${link.slice(1)}.md` }]),
    ...listPages(inner),
  ]);
}

export interface SidebarPage {
  readonly title: string;
  readonly file: string;
}

function group(text: string, pages: Readonly<Record<string, string>>): SidebarItem {
  return { text, items: Object.entries(pages).map(([title, page]) => ({ text: title, link: `/${page}` })) };
}
