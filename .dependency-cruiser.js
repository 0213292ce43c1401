/**
 * Which folder may import what. One row a folder, for its files and those of subfolders without a row: paths are
 * anchored regular expressions, and what a row does not list is forbidden. Packages are listed by name; Node's own
 * modules as `node:`. The files of the folder itself need no mention.
 */

/** @typedef {{ may?: string[], packages?: string[], builtin?: boolean, except?: string }} Row */

/** The row of a tool for development, which may use every part of the product and every package. */
function tool(/** @type {string[]} */ ...more) {
  const product = '(chat|cli|conformance|contract|control|generated|generator|mock|templates)/';
  return { may: [product, 'tools/[^/]+$', ...more], packages: ['.*'], builtin: true };
}

/** @type {Record<string, Row>} */
const folders = {
  'contract/': { may: ['templates/runtime'] },
  'contract/facts/': { may: ['contract/[^/]+$', 'templates/runtime/problem-rows'] },
  'contract/locations/': { may: ['contract/(facts/|[^/]+$)', 'templates/runtime/shape'] },
  'contract/samples/': { may: ['templates/runtime/(schema-functions|shape)'] },
  'contract/resources/': {
    may: [
      'contract/link-expression',
      'templates/runtime/(closest-word|media-type|operation-spec|testing/resource-graph)',
    ],
  },
  'contract/resources/records/': {
    may: ['contract/resources/[^/]+$', 'templates/runtime/(json/pointer|media-type|operation-spec)'],
  },
  'contract/resources/overrides/': {
    may: [
      'contract/resources/(records/|[^/]+$)',
      'templates/runtime/(closest-word|json/pointer|operation-spec)',
    ],
  },
  'contract/resources/pagination/': {
    may: ['contract/resources/[^/]+$', 'templates/runtime/(closest-word|json/pointer|media-type)'],
  },

  // The generator, from the ground up: a folder imports only those above it in this list.
  'generator/json/': {},
  'generator/diagnostics/': { may: ['generator/json'] },
  'generator/model/': { may: ['generator/json', 'templates/runtime/testing/operation-test'] },
  'generator/source/': {
    may: ['generator/(diagnostics|json|model)', 'templates/runtime/closest-word'],
    packages: ['@asyncapi/converter', '@redocly/openapi-core', 'yaml'],
    builtin: true,
  },
  'generator/overlay/': {
    may: ['generator/(diagnostics|json|source)', 'templates/runtime/closest-word'],
    packages: ['json-p3'],
    builtin: true,
  },
  'generator/schema/': {
    may: ['generator/(diagnostics|json|model)', 'templates/runtime/(closest-word|media-type)'],
  },
  'generator/schema/types/': { may: ['generator/(json|model)', 'generator/schema/[^/]+$'] },
  'generator/schema/view/': { may: ['generator/(json|model)', 'generator/schema/[^/]+$'] },
  'generator/schema/validators/': {
    may: ['generator/(diagnostics|json)', 'generator/schema/[^/]+$', 'templates/runtime/closest-word'],
  },
  'generator/schema/shape/': {
    may: [
      'generator/(json|model)',
      'generator/schema/(validators/|[^/]+$)',
      'templates/runtime/(schema-functions|shape)',
    ],
  },
  'generator/check/': {
    may: [
      'contract/link-expression',
      'generator/(diagnostics|json|model|schema)',
      'templates/runtime/(closest-word|router|testing/operation-test)',
    ],
  },
  'generator/read/': {
    may: [
      'contract/link-expression',
      'generator/(check|diagnostics|json|model|schema|source/yaml-value)',
      'templates/runtime/(closest-word|media-type|testing/operation-test)',
    ],
    packages: ['yaml'],
    builtin: true,
  },
  'generator/project/': {
    may: ['generator/(diagnostics|json|model|overlay|read|schema|source)'],
    builtin: true,
  },
  'generator/print/': { may: ['generator/(model|schema)'] },
  'generator/naming/': {
    may: ['generator/(diagnostics|model|print|schema)', 'templates/runtime/closest-word'],
  },
  'generator/describe/': {
    may: ['contract/resources', 'generator/(json|model|schema)', 'templates/runtime'],
  },
  'generator/emit/': { may: ['generator/(diagnostics|json|model|naming|print|schema)'] },
  'generator/emit/validators/': {
    may: [
      'generator/(json|model|naming|print|schema)',
      'generator/emit/[^/]+$',
      'templates/runtime/(formats|problem|schema-check|schema-functions)',
    ],
    packages: ['ajv', 'fast-uri'],
    builtin: true,
  },
  'generator/emit/samples/': {
    may: [
      'contract/samples',
      'generator/(diagnostics|json|model|schema)',
      'generator/emit/(validators/|[^/]+$)',
      'templates/runtime/(formats|schema-functions|shape)',
    ],
  },
  'generator/emit/outputs/[a-z]+/': {
    may: [
      'contract/resources',
      'generator/(describe|diagnostics|json|model|naming|print|schema)',
      'generator/emit/(samples/|[^/]+$)',
      'templates/runtime',
    ],
  },
  'generator/emit/outputs/': {
    may: ['generator/(diagnostics|model|naming|print)', 'generator/emit/(outputs/|validators/|[^/]+$)'],
  },
  'generator/emit/layout/': {
    may: ['generator/(model|naming|print|read|schema)', 'generator/emit/(outputs/|validators/|[^/]+$)'],
    builtin: true,
  },
  'generator/render/': {
    may: ['generator/(diagnostics|emit|print)', 'templates/runtime/closest-word'],
    packages: ['handlebars'],
    builtin: true,
  },
  'generator/docs/': { may: ['generator/(emit|json|model|schema)'], packages: ['markdown-it'] },
  'generator/load/': {
    may: [
      'contract',
      'generator/(describe|diagnostics|emit|json|model|overlay|read|schema|source)',
      'templates/runtime',
    ],
    packages: ['yaml'],
    builtin: true,
  },
  'generator/options/': {
    may: [
      'contract/resources',
      'generator/(diagnostics|emit/(outputs|plugin)|json|model|print|read|schema|source)',
    ],
    packages: ['yaml'],
    builtin: true,
  },
  'generator/packages/': { may: ['generator/print'], builtin: true },
  'generator/runtime/': { may: ['generator/(emit|options|packages|print)'], builtin: true },
  'generator/output/': { may: ['generator/print'], builtin: true },
  'generator/cache/': { may: ['generator/(diagnostics|emit|packages)'], builtin: true },
  'generator/diff/': {
    may: ['generator/(diagnostics|diff|json|model|options|overlay|read|schema|source)'],
    builtin: true,
  },
  'generator/diff/catalogue/': { may: ['generator/model'] },
  'generator/diff/schema/': { may: ['generator/(diff/catalogue|json|model|schema)'] },
  'generator/diff/report/': { may: ['generator/(diagnostics|diff/catalogue|model)'] },
  // The pipeline and the library.
  'generator/': { may: ['generator'], builtin: true },

  'mock/kernel/': { may: ['mock/kernel', 'templates/runtime/maybe-promise'], packages: ['sorted-btree'] },
  'mock/records/': { may: ['mock/(kernel|records)', 'generated/control/types'] },
  'mock/http/': { may: ['mock/(http|kernel|records)', 'contract', 'templates/runtime'] },
  'mock/worlds/': {
    may: ['mock/(adapters|kernel|worlds)', 'generated/control/', 'templates/runtime'],
  },
  'mock/control/': {
    may: ['mock/(control|hosts|http|kernel|records|worlds)', 'generated/control/', 'templates/runtime'],
  },
  'mock/resources/': {
    may: ['mock/(http|kernel|records|resources)/', 'mock/plugin\\.ts', 'contract', 'templates/runtime'],
  },
  'mock/plugin.ts': { may: ['mock/(control|http|kernel|records|worlds)/', 'contract'] },
  'mock/host-modules.ts': { may: ['mock/http/'] },
  // Joins the engine with the reader of descriptions; loaded when a description is served.
  'mock/described-mock.ts': {
    may: [
      'mock/(engine|hosts|resources)/',
      'mock/(described-options|load-fake)\\.ts',
      'contract/resources/',
      'generator/(diagnostics|load)/',
    ],
    builtin: true,
  },
  'mock/load-fake.ts': { may: ['mock/resources/'], builtin: true },
  // The entry points, the only ones that know a plug-in; see also mock/testing/.
  'mock/index.ts': {
    may: [
      'mock/(agent-platform|control|engine|hosts|http|kernel|resources/definition|worlds)/',
      'mock/(described-mock|described-options|host-modules|plugin)\\.ts',
      'generated/control(-agent-platform)?/types',
    ],
  },
  'mock/described-options.ts': { may: ['mock/(engine|resources)/', 'templates/runtime'] },
  'mock/version.ts': { may: [] },
  'mock/engine/': {
    may: [
      'mock/(adapters|control|engine|hosts|http|kernel|records|worlds)/',
      'mock/(host-modules|plugin|version)\\.ts',
      'contract',
      'generated/control/',
      'templates/runtime',
    ],
  },
  'mock/agent-platform/': {
    may: [
      'mock/(adapters|agent-platform|control|http|kernel|records|worlds)/',
      'mock/plugin\\.ts',
      'generated',
      'templates/runtime',
    ],
  },
  'mock/agent-platform/domain/': {
    may: [
      'mock/(kernel|records|agent-platform/domain)',
      'generated/service/(types|events|validators)',
      'generated/control(-agent-platform)?/types',
      'contract/samples',
      'templates/runtime/(closest-word|problem)',
    ],
  },
  'mock/agent-platform/scenarios/': {
    may: ['mock/agent-platform/(scenarios|domain/scenarios)', 'generated/agent-platform/'],
  },
  'mock/agent-platform/fixtures/': {
    may: ['mock/(kernel|agent-platform/(fixtures|domain|scenarios))', 'generated/service/types'],
  },
  'mock/agent-platform/cards/': { may: ['mock/(http|kernel|agent-platform/cards)', 'templates/runtime'] },
  'mock/agent-platform/handlers/': {
    may: [
      'mock/(control|http|kernel|records|worlds)',
      'mock/agent-platform/(cards|credentials|domain|handlers)',
      'generated',
      'templates/runtime',
    ],
  },
  'mock/agent-platform/control/': {
    may: [
      'mock/(control|http|kernel|records|worlds)',
      'mock/agent-platform/(cards|control|domain|handlers)',
      'generated',
      'templates/runtime',
    ],
  },
  'mock/adapters/': { may: ['mock/(adapters|kernel)'], packages: ['jose'] },
  'mock/logs/sqlite/': { may: ['mock/(logs/sqlite|adapters|kernel)'], builtin: true },
  'mock/logs/redis/': { may: ['mock/(logs/redis|adapters|kernel)'], packages: ['redis'], builtin: true },
  'mock/hosts/': {
    may: ['mock/(hosts|adapters|kernel|http)', 'templates/runtime'],
    packages: ['ipaddr.js'],
    builtin: true,
  },
  'mock/testing/': {
    may: [
      'mock/(testing|index|described-mock|engine/world|host-modules|hosts)',
      'generated',
      'templates/runtime',
    ],
    packages: ['@playwright/test', 'msw', 'vite', 'vitest'],
    builtin: true,
  },
  // The checks, from the ground up. Only the entry point knows a plug-in.
  'conformance/model/': { may: ['contract/'], builtin: true },
  'conformance/provenance/': { may: ['conformance/model', 'contract/', 'templates/runtime'] },
  'conformance/results/': { may: ['conformance/(model|provenance)/', 'contract/'], builtin: true },
  'conformance/http/': { may: ['conformance/model/', 'contract/', 'templates/runtime'], builtin: true },
  'conformance/config/': {
    may: ['conformance/(http|model)/', 'contract/', 'generator/source/yaml-value'],
  },
  'conformance/driver/': {
    may: ['conformance/(config|http|model)/', 'generator/source/yaml-value'],
    builtin: true,
  },
  'conformance/requests/': {
    may: ['conformance/(config|http|model|provenance|requests|results)/', 'contract/', 'templates/runtime'],
    packages: ['fast-check'],
    builtin: true,
  },
  'conformance/responses/': { may: ['conformance/(model|provenance)/', 'contract/', 'templates/runtime'] },
  'conformance/streams/': { may: ['conformance/(model|provenance)/', 'contract/', 'templates/runtime'] },
  'conformance/play/': { may: ['conformance/(http|model|results)/', 'contract/'] },
  'conformance/laws/': {
    may: ['conformance/(http|model|play|provenance|requests|responses)/', 'contract/', 'templates/runtime'],
    packages: ['fast-check'],
    builtin: true,
  },
  'conformance/coverage/': {
    may: ['conformance/(model|provenance|responses)/', 'contract/', 'templates/runtime'],
  },
  'conformance/catalogue/': {
    may: ['conformance/(plugin\\.ts|(config|laws|model|provenance|requests|responses)/)', 'contract/'],
  },
  'conformance/report/': {
    may: [
      'conformance/(http|model|provenance)/',
      'contract/',
      'generator/source/yaml-value',
      'templates/runtime',
    ],
    builtin: true,
  },
  'conformance/init/': {
    may: ['conformance/(http|model|replay|report|requests)/', 'contract/', 'templates/runtime'],
  },
  'conformance/runner/': {
    may: [
      'conformance/(plugin|version)\\.ts',
      'conformance/(catalogue|config|coverage|driver|http|laws|model|play|provenance|report|requests|results)/',
      'contract/',
    ],
  },
  'conformance/har/': {
    may: [
      'conformance/(plugin|version)\\.ts',
      'conformance/(catalogue|config|coverage|http|model|proxy|report|results|runner)/',
      'contract/',
      'templates/runtime',
    ],
    builtin: true,
  },
  'conformance/replay/': {
    may: [
      'conformance/plugin\\.ts',
      'conformance/(catalogue|config|driver|http|laws|model|report|requests|responses|results|runner)/',
      'contract/',
    ],
  },
  'conformance/proxy/': {
    may: [
      'conformance/plugin\\.ts',
      'conformance/(http|model|provenance|requests|responses|results|streams)/',
      'contract/',
      'templates/runtime',
    ],
    builtin: true,
  },
  'conformance/': {
    may: [
      'conformance/(catalogue|config|coverage|driver|http|model|report|requests|responses|results|runner|streams)/',
      'conformance/agent-platform/',
      'contract/',
    ],
  },
  'conformance/agent-platform/': {
    may: [
      'conformance/agent-platform/',
      'conformance/(plugin\\.ts|(http|model|proxy|requests)/)',
      'contract/',
      'generated/service/',
      'templates/runtime',
    ],
    builtin: true,
  },
  'conformance/agent-platform/driver/': {
    may: ['conformance/(driver|http|model)/', 'control/', 'generated/service/'],
  },
  'conformance/agent-platform/requests/': {
    may: [
      'conformance/agent-platform/contract\\.ts',
      'conformance/(model|requests)/',
      'contract/',
      'generated/service/',
      'templates/runtime',
    ],
  },
  'conformance/agent-platform/responses/': {
    may: ['conformance/(model|responses)/', 'contract/', 'templates/runtime'],
  },
  'conformance/agent-platform/streams/': {
    may: [
      'conformance/agent-platform/contract\\.ts',
      'conformance/(plugin\\.ts|(model|provenance|responses|results|streams)/)',
      'contract/',
      'templates/runtime',
    ],
    builtin: true,
  },
  'conformance/agent-platform/scenarios/': {
    may: [
      'conformance/agent-platform/(contract\\.ts|source-facts\\.ts|(driver|requests|scenarios|streams)/)',
      'conformance/(plugin\\.ts|(driver|http|model|play|provenance|requests|responses|results)/)',
      'contract/',
      'generated/service/',
      'templates/runtime',
    ],
    packages: ['fast-check'],
    builtin: true,
  },
  // The console of any mock. Only main.tsx knows the plug-in.
  'console/': {
    may: [
      'console/(parts/|views/|[^/]+$)',
      'generated/control/',
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
    may: [
      'console/(agent-platform/|parts/|[^/]+\\.ts$)',
      'chat/index',
      'control/client',
      'generated/control(-agent-platform)?/types',
    ],
    packages: ['preact', '@preact/signals'],
  },
  'console/agent-platform/views/': {
    may: [
      'console/agent-platform/((views|execution|timeline)/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'generated/control(-agent-platform)?/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/execution/': {
    may: [
      'console/agent-platform/((execution|recording)/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'chat/index',
      'generated/control(-agent-platform)?/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/parts/': {
    may: [
      'console/agent-platform/(parts/|[^/]+\\.ts$)',
      'console/(parts/|[^/]+\\.ts$)',
      'generated/control(-agent-platform)?/types',
    ],
    packages: ['preact'],
  },
  'console/agent-platform/recording/': {
    may: ['console/agent-platform/(recording/|timed-event)', 'generated/control(-agent-platform)?/types'],
  },
  'console/agent-platform/timeline/': {
    may: ['console/agent-platform/(timeline/|timed-event)', 'console/(format|live)\\.ts$'],
    packages: ['preact'],
  },
  'chat/': { may: ['generated/service/types'] },
  // One client of both contracts of the control API.
  'control/': {
    may: ['generated/control(-agent-platform)?/(api|client)', 'templates/runtime/client/errors'],
  },
  'generated/agent-platform/': {},
  'generated/control/': { may: ['templates/runtime'] },
  'generated/control-agent-platform/': { may: ['templates/runtime'] },
  'generated/service/': { may: ['templates/runtime'] },
  'templates/docs/': {},
  'templates/runtime/': {},
  'templates/runtime/formats/': {},
  'templates/runtime/json/': {},
  'templates/runtime/arbitraries/': {
    may: ['templates/runtime/(formats/|[^/]+$)'],
    packages: ['fast-check'],
  },
  'templates/runtime/client/': { may: ['templates/runtime/[^/]+$'] },
  'templates/runtime/client/streams/': { may: ['templates/runtime/(client/)?[^/]+$'] },
  'templates/runtime/client/forms/': { may: ['templates/runtime/client/[^/]+$'] },
  'templates/runtime/client/paging/': { may: ['templates/runtime/client/[^/]+$'] },
  'templates/runtime/conversion/': { may: ['templates/runtime/(client/|[^/]+$)'] },
  'templates/runtime/forms/': { may: ['templates/runtime/[^/]+$'] },
  'templates/runtime/body/': { may: ['templates/runtime/(forms/|[^/]+$)'] },
  'templates/runtime/server/': { may: ['templates/runtime/(body/|[^/]+$)'] },
  'templates/runtime/adapters/': { may: ['templates/runtime/(server/|[^/]+$)'], builtin: true },
  'templates/runtime/testing/': {
    may: ['templates/runtime/(adapters/|server/|[^/]+$)'],
    packages: ['msw'],
  },

  // The commands put the parts together.
  'cli/': {
    may: [
      '(cli/(data|described|mcp|output|recording|scenarios|serving)|conformance|contract|generator|mock)/',
      'templates/runtime/(closest-word|server/(security|webhook-signatures))',
    ],
    packages: ['yaml'],
    builtin: true,
  },
  'cli/data/': { may: ['mock/'] },
  'cli/described/': { may: ['mock/', 'templates/runtime/json/value'], packages: ['yaml'], builtin: true },
  'cli/mcp/': {
    may: ['(conformance|generator)/', 'templates/runtime/closest-word'],
    packages: ['@modelcontextprotocol/server'],
    builtin: true,
  },
  'cli/recording/': {
    may: ['conformance/(model|proxy|report)/', 'templates/runtime'],
    builtin: true,
  },
  'cli/serving/': { builtin: true },
  'cli/scenarios/': {
    may: ['generator/source/yaml-value', 'mock/', 'templates/runtime/json/value'],
    builtin: true,
  },
  'cli/output/': {
    may: ['(conformance|contract|generator|mock)/', 'templates/runtime/closest-word'],
    builtin: true,
  },

  'tools/': tool('test/unit/generator/diff'),
  'tools/bench/': tool('tools/bench'),
  'tools/bench/support/': tool(),
  'tools/bench/rows/': tool('tools/bench/support'),
  'tools/bench/peers/': tool(),
  'tools/bench/programs/': tool('dist/', 'tools/bench/(peers|rows|support)'),
  'tools/blind/': tool('tools/selftest'),
  'tools/build/': tool('tools/build/(page|properties)'),
  'tools/build/page/': tool(),
  'tools/build/properties/': tool(),
  'tools/comparison/': tool('tools/bench/support', 'tools/comparison/detection'),
  'tools/comparison/detection/': tool('tools/bench/support'),
  'tools/corpus/': tool('tools/bench/support'),
  'tools/corpus/tasks/': tool(),
  'tools/fuzz/': tool('tools/corpus'),
  'tools/kill-proof/': tool(),
  'tools/lint/': tool(),
  'tools/lint-spec/': tool(),
  'tools/lint-spec/plugin/': tool('tools/trace/contract'),
  'tools/package-managers/': tool('tools/corpus'),
  'tools/pages/': tool(),
  'tools/selftest/': tool('tools/selftest'),
  'tools/site/': tool(),
  'tools/site/playground/': tool('tools/(build|memory-sink)'),
  'tools/selftest/faults/': tool('tools/selftest/mutations'),
  'tools/selftest/mutants/': tool('tools/selftest/(faults|mutations)'),
  'tools/selftest/mutations/': tool(),
  'tools/suite/': tool(),
  'tools/trace/': tool('tools/trace'),
  'tools/trace/contract/': tool(),
  'tools/trace/resolve/': tool('tools/trace/contract'),
};

/** What reads values of unknown form, for every folder. */
const values = 'templates/runtime/json/';

const rows = Object.entries(folders).map(
  ([folder, { may = [], packages = [], builtin = false, except }]) => ({
    name: `imports of ${folder}`,
    severity: 'error',
    comment: `${folder} may import: ${[...may, ...packages, ...(builtin ? ['node:'] : [])].join(', ')}`,
    from: {
      path: `^${folder}`,
      pathNot: [
        ...Object.keys(folders).filter((other) => other !== folder && other.startsWith(folder)),
        ...(except === undefined ? [] : [except]),
        // Why: an empty list matches every path.
        'node_modules/',
      ].map((path) => `^${path}`),
    },
    to: {
      pathNot: [
        `^${folder}[^/]+$`,
        ...[...may, values].map((path) => `^${path}`),
        ...packages.map((name) => `node_modules/${name}/`),
      ],
      couldNotResolve: false,
      ...(builtin && { dependencyTypesNot: ['core'] }),
    },
  }),
);

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
      from: { pathNot: '^tools/(diff-peers|bench/peers/)' },
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
