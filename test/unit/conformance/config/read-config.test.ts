import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../../conformance/config/config.ts';
import { fillConfig, readConfig } from '../../../../conformance/config/read-config.ts';

const env = { KEY: 'rt_live_1', OTHER: 'rt_live_2', EMPTY: '' };

const schema = JSON.parse(
  readFileSync(new URL('../../../../conformance/config/conformance.schema.json', import.meta.url), 'utf8'),
) as object;
const matches = new Ajv.Ajv2020({ allowUnionTypes: true }).compile(schema);

const whole = `# Everything that can be said.
level: stateful
seed: 7
cases: 3
strict: true
only: [C, S06]
subjects: [getAgent, agents]
driver: ./driver.ts
controlToken: \${OTHER}
budget: { requests: 100, perSecond: null, seconds: 30 }
stream: { firstByteMs: 1, idleMs: 2, totalMs: 3, events: 4, bytes: 5 }
credentials:
  full: \${KEY}
  readOnly: "prefix-\${OTHER}"
clientSession: { sessionId: session_1, origin: https://shop.test }
otherClientSession: null
parameters:
  any: { id: 007, agentId: agent_1 }
  getAgentVersion: { versionId: v1 }
bodies:
  executeAgent: { messages: [{ role: user, content: Hello }], streamResponse: false }
runs:
  text: { agentId: agent_1, message: Hello }
  tools: { agentId: agent_1, message: Hello, headers: { prefer: a }, body: { maxTurns: 3 } }
`;

function problemsOf(text: string): readonly string[] {
  const read = readConfig(text, env);
  return read.ok ? [] : read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('a configuration', () => {
  it('says everything that it may say', () => {
    const read = readConfig(whole, env);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && fillConfig(read.file)).toEqual({
      level: 'stateful',
      seed: 7,
      cases: 3,
      isStrict: true,
      only: ['C', 'S06'],
      subjects: ['getAgent', 'agents'],
      driver: './driver.ts',
      controlToken: 'rt_live_2',
      budget: { requests: 100, perSecond: null, seconds: 30 },
      stream: { firstByteMs: 1, idleMs: 2, totalMs: 3, events: 4, bytes: 5 },
      environment: {
        credentials: { full: 'rt_live_1', readOnly: 'prefix-rt_live_2' },
        clientSession: { sessionId: 'session_1', origin: 'https://shop.test' },
        otherClientSession: null,
        parameters: { any: { id: '007', agentId: 'agent_1' }, getAgentVersion: { versionId: 'v1' } },
        bodies: { executeAgent: { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false } },
        runs: {
          text: { agentId: 'agent_1', message: 'Hello', headers: {}, body: {} },
          tools: { agentId: 'agent_1', message: 'Hello', headers: { prefer: 'a' }, body: { maxTurns: 3 } },
        },
      },
    });
  });

  it('keeps what holds anyway where it says nothing', () => {
    const read = readConfig('# nothing yet\n', env);
    expect(read.ok && fillConfig(read.file)).toEqual(defaultConfig);
    const some = readConfig('budget: { seconds: 5 }', env);
    expect(some.ok && fillConfig(some.file)).toEqual({
      ...defaultConfig,
      budget: { ...defaultConfig.budget, seconds: 5 },
    });
  });

  it('gives way to what is said later', () => {
    const read = readConfig(whole, env);
    const config = fillConfig(
      { level: 'passive', budget: { requests: 5 } },
      read.ok ? fillConfig(read.file) : undefined,
    );
    expect(config).toMatchObject({ level: 'passive', seed: 7, budget: { requests: 5, seconds: 30 } });
  });

  it('may want no driver', () => {
    const read = readConfig('driver: none', env);
    expect(read.ok && fillConfig(read.file).driver).toBeNull();
  });

  it.each([
    ['a member that is misspelt', 'levle: stateful', '1:1 There is no member levle. Did you mean level?'],
    [
      'a member that is unknown',
      'budget: { zzzzzz: 1 }',
      '1:11 There is no member budget.zzzzzz. Known are requests,',
    ],
    [
      'a word that is misspelt',
      'level: statefull',
      '1:8 level must be one of passive, stateless, stateful, destructive. Did you mean stateful?',
    ],
    ['a number that is none', 'seed: soon', '1:7 seed must be an integer of at least 0.'],
    [
      'a number that is too large',
      'stream:\n  idleMs: 99999999999',
      '2:11 stream.idleMs must be an integer from 1 to 86400000.',
    ],
    ['a number where a text is meant', 'driver: 7', "1:9 driver must be a text. Put it in quotes: '7'."],
    ['a flag that is none', 'strict: maybe', '1:9 strict must be true or false.'],
    ['no list', 'only: C03', '1:7 only must be a list.'],
    ['no object', 'credentials: full', '1:14 credentials must have members, such as `name: value`.'],
    ['no object at all', '- level', '1:1 The file must have members, such as `name: value`.'],
    [
      'a variable that is not set',
      'credentials:\n  full: ${NO_KEY}',
      '2:9 credentials.full takes its value from NO_KEY, which is not set in the environment. Set it, or take credentials.full out.',
    ],
    [
      'a variable that is empty',
      'credentials: { full: "${EMPTY}" }',
      '1:22 credentials.full takes its value from EMPTY, which is empty in the environment.',
    ],
    [
      'a variable without a name',
      'credentials: { full: "${}" }',
      '1:22 credentials.full takes its value from ${}, which is no name of a variable.',
    ],
    [
      'a credential of nothing',
      "credentials: { full: '' }",
      '1:22 credentials.full is empty. Give it a value, or take it out.',
    ],
    [
      'a profile that is no name',
      "credentials: { 'a b': x }",
      '1:16 credentials.a b is no name of a profile',
    ],
    [
      'a profile in other letters',
      'credentials: { readonly: some-key }',
      '1:16 credentials.readonly is written readOnly.',
    ],
    [
      'a kind of run in other letters',
      'runs: { ownergate: { agentId: a, message: b } }',
      '1:9 runs.ownergate is written ownerGate.',
    ],
    [
      'an operation that is misspelt',
      'bodies: { getagents: {} }',
      '1:11 bodies.getagents is no operation of the contract. Did you mean getAgent?',
    ],
    [
      'a parameter that is misspelt',
      'parameters:\n  getAgentVersion: { versionid: x }',
      '2:22 parameters.getAgentVersion.versionid: getAgentVersion has no parameter versionid. Did you mean versionId?',
    ],
    [
      'a parameter of an operation without any',
      'parameters: { createAgent: { x: y } }',
      '1:30 parameters.createAgent.x: createAgent has no parameter x. It has none.',
    ],
    [
      'a parameter that nobody has',
      'parameters: { any: { agentid: x } }',
      '1:22 parameters.any.agentid: No operation has a parameter agentid. Did you mean agentId?',
    ],
    ['a run without its agent', 'runs: { text: { message: x } }', '1:15 runs.text.agentId is missing.'],
    ['a session without its id', 'clientSession: { origin: x }', '1:16 clientSession.sessionId is missing.'],
    ['two members that are one', 'seed: 1\nseed: 2', '2:1 Map keys must be unique'],
    ['a text that is no YAML', 'level: [', '1:9 Flow sequence in block collection'],
  ])('is refused for %s, with its place and what to do', (_, text, want) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(want)]);
  });

  it('is refused with everything that is wrong, in the order of the lines', () => {
    const text = 'seed: soon\ncredentials:\n  full: ${A}${B}\nlevel: far\nbudget:\n  requests: 0\n';
    expect(problemsOf(text).map((problem) => problem.split(' ')[0])).toEqual([
      '1:7',
      '3:9',
      '3:9',
      '4:8',
      '6:13',
    ]);
  });

  it('does not tell a credential that stands in it', () => {
    expect(problemsOf('credentials: { full: "rt_live_1\\nx" }').join()).not.toContain('rt_live_1');
  });

  it('is refused where it grows out of itself', () => {
    const names = 'a b c d e f g h i j'.split(' ');
    const lines = names.map((name, index) =>
      index === 0
        ? '  a: &a [x, x, x, x, x, x, x, x, x]'
        : `  ${name}: &${name} [${Array(9)
            .fill(`*${names[index - 1]!}`)
            .join(', ')}]`,
    );
    expect(problemsOf(`bodies:\n executeAgent:\n${lines.join('\n')}`)).toEqual([
      expect.stringContaining("bodies.executeAgent can't be read"),
    ]);
  });
});

describe('the schema for editors', () => {
  it.each([
    [whole, true],
    ['{}', true],
    ['budget: { perSecond: auto }', true],
    ['controlToken: null', true],
    ['levle: passive', false],
    ['level: far', false],
    ['seed: -1', false],
    ['strict: maybe', false],
    ['only: C03', false],
    ['stream: { idleMs: 0 }', false],
    ['stream: { other: 1 }', false],
    ['budget: { perSecond: 0 }', false],
    ["credentials: { full: '' }", false],
    ["credentials: { 'a b': x }", false],
    ['clientSession: { origin: x }', false],
    ['runs: { text: { message: x } }', false],
    ['runs: { text: { agentId: a, message: x, more: 1 } }', false],
    ['parameters: { any: { id: [] } }', false],
  ])('takes what the reader takes: %s', (text, want) => {
    expect([matches(parse(text)), readConfig(text, env).ok]).toEqual([want, want]);
  });

  it('knows every member that the reader knows', () => {
    const { properties } = schema as { readonly properties: object };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(parse(whole) as object).sort());
  });
});
