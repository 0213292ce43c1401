/**
 * Which part may import what. A row is for the files of a folder and its subfolders, without those that have a row of
 * their own. They may import one another, what the row lists, and no more: paths are anchored regular expressions,
 * packages are listed by name, and `node:` stands for Node's own modules. Which folders of a part come first follows
 * from `test/laws/architecture.test.ts`: none may import each other in a circle.
 */

/** @typedef {{ may?: string[], packages?: string[], builtin?: boolean, except?: string }} Row */

/** @type {Record<string, Row>} */
const folders = {
  'contract/': { may: ['templates/runtime'] },

  'generator/': {
    may: ['contract', 'generator/', 'templates/runtime'],
    packages: [
      '@asyncapi/converter',
      '@redocly/openapi-core',
      'ajv',
      'fast-uri',
      'handlebars',
      'json-p3',
      'yaml',
    ],
    builtin: true,
  },
  // What needs no files, and so runs in a page.
  'generator/(check|describe|diagnostics|docs|json|model|naming|print|schema)/': {
    may: [
      'contract',
      'generator/(check|describe|diagnostics|docs|emit|json|model|naming|print|schema)/',
      'templates/runtime',
    ],
    packages: ['markdown-it'],
  },

  // The mock of any contract.
  'mock/kernel/': {
    may: ['templates/runtime/(conversion/durations|maybe-promise)'],
    packages: ['sorted-btree'],
  },
  'mock/records/': { may: ['mock/kernel', 'generated/control/types'] },
  'mock/http/': { may: ['mock/(kernel|records)', 'contract', 'templates/runtime'] },
  'mock/adapters/': { may: ['mock/kernel'], packages: ['jose'] },
  'mock/logs/': { may: ['mock/(adapters|kernel)'], packages: ['redis'], builtin: true },
  'mock/hosts/': {
    may: ['mock/(adapters|kernel|http)', 'templates/runtime'],
    packages: ['ipaddr.js'],
    builtin: true,
  },
  'mock/resources/': {
    may: ['mock/((http|kernel|records)/|plugin\\.ts)', 'contract', 'templates/runtime'],
  },
  'mock/(control|engine|worlds)/': {
    may: [
      'mock/((adapters|control|engine|hosts|http|kernel|records|worlds)/|(host-modules|plugin|version)\\.ts)',
      'contract',
      'generated/control/',
      'templates/runtime',
    ],
  },
  // The entry points, the only ones that know a plug-in, and what serves descriptions, loaded when one is served.
  'mock/': {
    may: ['mock/', 'contract', 'generated/control', 'generator/(diagnostics|load)/', 'templates/runtime'],
    builtin: true,
  },
  'mock/testing/': {
    may: ['mock/((engine|hosts)/|[^/]+$)', 'generated', 'templates/runtime'],
    packages: ['@playwright/test', 'msw', 'vite', 'vitest'],
    builtin: true,
  },
  'mock/agent-platform/': {
    may: [
      'mock/agent-platform/',
      'mock/((adapters|control|http|kernel|records|worlds)/|plugin\\.ts)',
      'contract/samples',
      'generated',
      'templates/runtime',
    ],
  },
  'mock/agent-platform/(domain|fixtures|scenarios)/': {
    may: [
      'mock/(kernel|records|agent-platform/(domain|scenarios))/',
      'contract/samples',
      'generated/(agent-platform/|service/(types|events|validators)|control(-agent-platform)?/types)',
      'templates/runtime/(closest-word|conversion/durations|problem)',
    ],
  },

  // The checks of any contract. Only the entry points know a plug-in.
  'conformance/[a-z]+/': {
    may: [
      'conformance/([a-z]+/|(plugin|version)\\.ts)',
      'contract/',
      'generator/source/yaml-value',
      'templates/runtime',
    ],
    packages: ['fast-check'],
    builtin: true,
  },
  'conformance/': { may: ['conformance/', 'contract/'] },
  'conformance/agent-platform/': {
    may: [
      'conformance/([a-z]+/|plugin\\.ts)',
      'contract/',
      'control/',
      'generated/service/',
      'templates/runtime',
    ],
    packages: ['fast-check'],
    builtin: true,
  },

  // The console of any mock. Only main.tsx knows the plug-in.
  'console/': {
    may: ['generated/control/', 'templates/runtime', 'mock/scenarios/scenario\\.schema\\.json'],
    packages: ['preact', '@preact/signals', 'yaml'],
    except: 'console/main\\.tsx',
  },
  'console/agent-platform/': {
    may: [
      'console/(parts/|[^/]+\\.ts$)',
      'chat/index',
      'control/client',
      'generated/control(-agent-platform)?/types',
    ],
    packages: ['preact', '@preact/signals'],
  },

  'chat/': { may: ['generated/service/types'] },
  // One client of both contracts of the control API.
  'control/': {
    may: ['generated/control(-agent-platform)?/(api|client)', 'templates/runtime/client/errors'],
  },
  'generated/': { may: ['templates/runtime'] },
  'templates/docs/': {},
  'templates/runtime/': {},
  'templates/runtime/(adapters|arbitraries|testing)/': {
    may: ['templates/runtime'],
    packages: ['fast-check', 'msw'],
    builtin: true,
  },

  // The commands put the parts together.
  'cli/': {
    may: ['(conformance|contract|generator|mock)/', 'templates/runtime'],
    packages: ['@modelcontextprotocol/server', 'yaml'],
    builtin: true,
  },
  // The tools of development may use every part of the product and every package.
  'tools/': {
    may: ['(chat|cli|conformance|contract|control|dist|generated|generator|mock|templates)/'],
    packages: ['.*'],
    builtin: true,
  },
};

/** What reads values of unknown form, for every folder. */
const values = 'templates/runtime/json/';

const rows = Object.entries(folders).map(([folder, { may = [], packages = [], builtin = false, except }]) => {
  const others = Object.keys(folders).filter((other) => other !== folder && other.startsWith(folder));
  return {
    name: `imports of ${folder}`,
    severity: 'error',
    comment: `${folder} may import: ${[...may, ...packages, ...(builtin ? ['node:'] : [])].join(', ')}`,
    from: {
      path: `^${folder}`,
      // Why the packages: an empty list matches every path.
      pathNot: [...others, ...(except === undefined ? [] : [except]), 'node_modules/'].map(
        (path) => `^${path}`,
      ),
    },
    to: {
      pathNot: [
        `^(?!${[...others, 'node_modules/'].join('|')})${folder}`,
        ...[...may, values].map((path) => `^${path}`),
        ...packages.map((name) => `node_modules/${name}/`),
      ],
      couldNotResolve: false,
      ...(builtin && { dependencyTypesNot: ['core'] }),
    },
  };
});

/** Libraries that only one place may know. */
const owners = [
  ['sorted-btree', '^mock/kernel/store/persistent-map\\.ts$'],
  ['handlebars', '^generator/render/engine\\.ts$'],
  ['@asyncapi/converter', '^generator/source/convert\\.ts$'],
  ['json-p3', '^generator/overlay/target\\.ts$'],
  ['markdown-it', '^generator/docs/markdown\\.ts$'],
  ['ajv', '^generator/emit/validators/'],
  ['redis', '^mock/logs/redis/'],
  ['jose', '^mock/adapters/(web-jwt-issuer|public-keys)\\.ts$'],
  ['ipaddr.js', '^mock/hosts/address-guard\\.ts$'],
  ['@redocly/openapi-core', '^generator/source/(bundle|bundle-problems|lint|reference-resolver)\\.ts$'],
].map(([library, owner]) => ({
  name: `${library} has one owner`,
  severity: 'error',
  from: { path: '^(generator|mock|conformance|control|cli|generated|templates)/', pathNot: owner },
  to: { path: `node_modules/${library}/` },
}));

export default {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing unresolved',
      severity: 'error',
      // Optional programs to compare with.
      from: { pathNot: '^tools/bench/peers/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'mock, conformance and generator stay apart',
      severity: 'error',
      from: { path: '^conformance/' },
      to: { path: '^generator/', pathNot: '^generator/(model/|source/yaml-value)' },
    },
    ...rows,
    ...owners,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
