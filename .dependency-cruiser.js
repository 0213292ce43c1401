/**
 * Which folder may import what. One row a folder: paths are anchored regular expressions, and what a row does not
 * list is forbidden. Packages are listed by name; Node's own modules as `node:`.
 */

/** @type {Record<string, { self?: string, may: string[], packages?: string[], builtin?: boolean, except?: string }>} */
const folders = {
  'contract/': { may: ['contract', 'templates/runtime'] },
  // Describes the model as values for run time, with the checks and samples of the emitters.
  'generator/describe/': {
    may: [
      'generator/(describe|model|schema|diagnostics|source/(documents|json|yaml-value)|emit/(client|samples|validators))',
      'contract',
      'templates/runtime',
    ],
    packages: ['yaml'],
  },
  'generator/model/': {
    may: [
      'generator/(diagnostics|source/(documents|json)|schema|model)',
      'templates/runtime/(closest-word|media-type|router)',
    ],
    packages: [],
    builtin: true,
  },
  'generator/schema/': {
    may: [
      'generator/(diagnostics|source/(documents|json)|model|schema)',
      'templates/runtime/(closest-word|media-type|schema-functions|shape)',
    ],
  },
  'generator/naming/': {
    may: ['generator/(model|naming|diagnostics|render/ts-text|schema/(enum-values|keywords))'],
  },
  'generator/source/': {
    may: ['generator/(source|diagnostics)', 'templates/runtime/closest-word'],
    packages: ['@asyncapi/converter', '@redocly/openapi-core', 'json-p3', 'yaml'],
    builtin: true,
  },
  'generator/project/': {
    may: ['generator/(project|model|schema|source|diagnostics)'],
    builtin: true,
  },
  'generator/render/': {
    may: ['generator/(render|emit/(emitter|views)|diagnostics)', 'templates/runtime/closest-word'],
    packages: ['handlebars'],
    builtin: true,
  },
  'generator/output/': { may: ['generator/output', 'generator/emit/print-literal'], builtin: true },
  'generator/cache/': {
    may: ['generator/(cache|diagnostics|packages|options|pipeline|output|emit/emitter|package-files)'],
    builtin: true,
  },
  'mock/kernel/': { may: ['mock/kernel', 'templates/runtime/maybe-promise'], packages: ['sorted-btree'] },
  'mock/records/': { may: ['mock/(kernel|records)', 'generated/control/types'] },
  'mock/agent-platform/domain/': {
    may: [
      'mock/(kernel|records|agent-platform/domain)',
      'generated/service/(types|events|validators)',
      'generated/control/types',
      'templates/runtime/(closest-word|problem)',
    ],
  },
  'mock/agent-platform/scenarios/': {
    may: ['mock/agent-platform/(scenarios|domain/(scenarios|assets/media))'],
  },
  'mock/agent-platform/fixtures/': {
    may: ['mock/(kernel|agent-platform/(fixtures|domain|scenarios))', 'generated/service/types'],
  },
  'mock/agent-platform/': {
    may: ['mock/(agent-platform|control|hosts|http|kernel|records|worlds)', 'generated', 'templates/runtime'],
  },
  // The caller of a request is a record of the domain, and feature gates explain responses.
  'mock/http/': {
    may: [
      'mock/(http|kernel|records|agent-platform/domain/identity/(identity|feature-gates))',
      'contract',
      'generated',
      'templates/runtime',
    ],
  },
  'mock/control/': {
    may: ['mock/(agent-platform|control|http|kernel|records|worlds)', 'generated', 'templates/runtime'],
  },
  'mock/worlds/': {
    may: ['mock/(adapters|kernel|worlds)', 'generated/control', 'templates/runtime'],
  },
  'mock/adapters/': { may: ['mock/(adapters|kernel)'], packages: ['jose'] },
  'mock/logs/sqlite/': { may: ['mock/(logs/sqlite|adapters|kernel)'], builtin: true },
  'mock/logs/redis/': { may: ['mock/(logs/redis|adapters|kernel)'], packages: ['redis'], builtin: true },
  'mock/hosts/': {
    may: ['mock/(index|hosts|adapters|kernel|http)', 'templates/runtime'],
    packages: ['ipaddr.js'],
    builtin: true,
  },
  'mock/testing/': {
    may: ['mock/(testing|index|mock-world|hosts)', 'generated', 'templates/runtime'],
    packages: ['@playwright/test', 'msw', 'vite', 'vitest'],
  },
  'conformance/': {
    may: ['conformance', 'contract', 'generated', 'templates/runtime', 'generator/(model|source/yaml-value)'],
    packages: ['fast-check', 'yaml'],
    builtin: true,
  },
  // The console of any mock. Only main.tsx knows the plug-in.
  'console/': {
    may: [
      'console/(parts/|views/|[^/]+$)',
      'generated/control',
      'templates/runtime',
      'mock/scenarios/scenario\\.schema\\.json',
    ],
    packages: ['preact', '@preact/signals', 'yaml'],
    except: 'console/(main\\.tsx|agent-platform/)',
  },
  'console/views/': {
    may: ['console/(parts/|views/|[^/]+\\.ts$)', 'generated/control/types'],
    packages: ['preact'],
  },
  'console/parts/': {
    may: [
      'console/(parts/|[^/]+\\.ts$)',
      'generated/control/types',
      'mock/scenarios/scenario\\.schema\\.json',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/': {
    may: ['console/(agent-platform/|parts/|[^/]+\\.ts$)', 'chat/index', 'generated/control/types'],
    packages: ['preact', '@preact/signals'],
  },
  'console/agent-platform/views/': {
    may: [
      'console/agent-platform/((views|execution|timeline)/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'generated/control/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/execution/': {
    may: [
      'console/agent-platform/((execution|recording)/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'chat/index',
      'generated/control/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/parts/': {
    may: [
      'console/agent-platform/(parts/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'generated/control/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/recording/': {
    may: ['console/agent-platform/(recording/|timed-event)', 'generated/control/types'],
  },
  'console/agent-platform/timeline/': {
    may: ['console/agent-platform/(timeline/|timed-event)', 'console/(format|live)\\.ts$'],
    packages: ['preact'],
  },
  'chat/': { may: ['chat', 'generated/service/types'] },
  'generated/': { may: ['generated', 'templates/runtime'] },
  'templates/runtime/': { may: ['templates/runtime'], packages: ['eventsource-parser', 'fast-check', 'msw'] },
};

const rows = Object.entries(folders).map(([folder, { may, packages = [], builtin = false, except }]) => ({
  name: `imports of ${folder}`,
  severity: 'error',
  comment: `${folder} may import: ${[...may, ...packages, ...(builtin ? ['node:'] : [])].join(', ')}`,
  from: { path: `^${folder}`, ...(except !== undefined && { pathNot: `^${except}` }) },
  to: {
    pathNot: [
      ...may.map((path) => `^${path}`),
      ...packages.map((name) => `node_modules/${name}/`),
      ...(builtin
        ? [
            '^(fs|path|url|os|module|util|http|net|dns|crypto|stream|child_process|timers|events|buffer|process|worker_threads|zlib|sqlite|node:sqlite)',
          ]
        : []),
    ],
  },
}));

/** Libraries that only one place may know. */
const owners = [
  ['sorted-btree', '^mock/kernel/store/persistent-map\\.ts$'],
  ['handlebars', '^generator/render/engine\\.ts$'],
  ['@asyncapi/converter', '^generator/source/convert\\.ts$'],
  ['json-p3', '^generator/source/overlay/target\\.ts$'],
  ['markdown-it', '^generator/docs/markdown\\.ts$'],
  ['ajv', '^generator/emit/validators/'],
  ['redis', '^mock/logs/redis/'],
  ['jose', '^mock/adapters/(web-jwt-issuer|public-keys)\\.ts$'],
  ['ipaddr.js', '^mock/hosts/address-guard\\.ts$'],
  ['@redocly/openapi-core', '^generator/source/(bundle|lint|reference-resolver)\\.ts$'],
].map(([library, owner]) => ({
  name: `${library} has one owner`,
  severity: 'error',
  from: { path: '^(generator|mock|conformance|cli|generated|templates)/', pathNot: owner },
  to: { path: `node_modules/${library}/` },
}));

export default {
  forbidden: [
    {
      name: 'no cycles',
      severity: 'error',
      from: { path: '^(generator|templates|generated|cli|tools|contract|chat|console)/' },
      to: { circular: true },
    },
    {
      name: 'no cycles at run time',
      severity: 'error',
      from: { path: '^(mock|conformance)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing unresolved',
      severity: 'error',
      // Optional programs to compare with.
      from: { pathNot: '^tools/(diff-peers|bench/peers/)' },
      to: { couldNotResolve: true },
    },
    {
      name: 'mock, conformance and generator stay apart',
      severity: 'error',
      from: { path: '^(mock|conformance)/' },
      to: { path: '^generator/', pathNot: '^generator/(model/|source/yaml-value)' },
    },
    {
      name: 'the generator knows no mock',
      severity: 'error',
      from: { path: '^generator/' },
      to: { path: '^(mock|conformance)/' },
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
