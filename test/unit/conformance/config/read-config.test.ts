import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
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
otherAgent: agent_2
otherClientSession: null
ignore:
  - { check: C07, reason: The service adds properties. }
  - { check: LAW08, subject: /v1/agents, at: body.total, reason: It counts. }
names: { Capability.id: capabilityId, followExecutionEvents.after: since }
parameters:
  any: { id: 007, agentId: agent_1 }
  getAgentVersion: { versionId: v1 }
spareIds: { resumeSandboxDeployment: [sbx_2, sbx_3] }
bodies:
  executeAgent: { messages: [{ role: user, content: Hello }], streamResponse: false }
runs:
  text: { agentId: agent_1, message: Hello }
  tools: { agentId: agent_1, message: Hello, headers: { prefer: a }, body: { maxTurns: 3 } }
`;

function problemsOf(text: string): readonly string[] {
  const read = readConfig(text, env, contract);
  return read.ok ? [] : read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('a configuration', () => {
  it('can set every property', () => {
    const read = readConfig(whole, env, contract);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && fillConfig(read.file)).toEqual({
      level: 'stateful',
      seed: 7,
      cases: 3,
      isStrict: true,
      only: ['C', 'S06'],
      subjects: ['getAgent', 'agents'],
      driver: './driver.ts',
      ignore: [
        { check: 'C07', subject: null, at: null, reason: 'The service adds properties.' },
        { check: 'LAW08', subject: '/v1/agents', at: 'body.total', reason: 'It counts.' },
      ],
      names: { 'Capability.id': 'capabilityId', 'followExecutionEvents.after': 'since' },
      controlToken: 'rt_live_2',
      budget: { requests: 100, perSecond: null, seconds: 30 },
      stream: { firstByteMs: 1, idleMs: 2, totalMs: 3, events: 4, bytes: 5 },
      environment: {
        credentials: { full: 'rt_live_1', readOnly: 'prefix-rt_live_2' },
        clientSession: { sessionId: 'session_1', origin: 'https://shop.test' },
        otherClientSession: null,
        otherAgent: 'agent_2',
        parameters: { any: { id: '007', agentId: 'agent_1' }, getAgentVersion: { versionId: 'v1' } },
        spareIds: { resumeSandboxDeployment: ['sbx_2', 'sbx_3'] },
        bodies: { executeAgent: { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false } },
        runs: {
          text: { agentId: 'agent_1', message: 'Hello', headers: {}, body: {} },
          tools: { agentId: 'agent_1', message: 'Hello', headers: { prefer: 'a' }, body: { maxTurns: 3 } },
        },
      },
    });
  });

  it('keeps the defaults of properties it does not set', () => {
    const read = readConfig('# nothing yet\n', env, contract);
    expect(read.ok && fillConfig(read.file)).toEqual(defaultConfig);
    const some = readConfig('budget: { seconds: 5 }', env, contract);
    expect(some.ok && fillConfig(some.file)).toEqual({
      ...defaultConfig,
      budget: { ...defaultConfig.budget, seconds: 5 },
    });
  });

  it('is overridden by later settings', () => {
    const read = readConfig(whole, env, contract);
    const config = fillConfig(
      { level: 'passive', budget: { requests: 5 } },
      read.ok ? fillConfig(read.file) : undefined,
    );
    expect(config).toMatchObject({ level: 'passive', seed: 7, budget: { requests: 5, seconds: 30 } });
  });

  it('can disable the driver', () => {
    const read = readConfig('driver: none', env, contract);
    expect(read.ok && fillConfig(read.file).driver).toBeNull();
  });

  it.each([
    ['a misspelt property', 'levle: stateful', '1:1 Unknown property levle. Did you mean level?'],
    [
      'an unknown property',
      'budget: { zzzzzz: 1 }',
      '1:11 Unknown property budget.zzzzzz. Known are requests,',
    ],
    [
      'a misspelt value',
      'level: statefull',
      '1:8 level must be one of passive, stateless, stateful, destructive. Did you mean stateful?',
    ],
    [
      'a misspelt name of the contract',
      'names:\n  Capabilty.id: x',
      '2:3 names.Capabilty.id is not in the contract. Did you mean Capability.id?',
    ],
    [
      'a name that the specification states',
      'names: { SandboxDeployment.deploymentId: id }',
      "1:10 names.SandboxDeployment.deploymentId can't have another name, since the specification states it.",
    ],
    [
      'a name of no property',
      'names: { BatchSubmission.somethingElseAltogether: id }',
      '1:10 names.BatchSubmission.somethingElseAltogether is not in the contract. BatchSubmission has batchExecutionId, status.',
    ],
    ['an invalid number', 'seed: soon', '1:7 seed must be an integer of at least 0.'],
    [
      'a number that is too large',
      'stream:\n  idleMs: 99999999999',
      '2:11 stream.idleMs must be an integer from 1 to 86400000.',
    ],
    ['a number instead of a string', 'driver: 7', "1:9 driver must be a string. Put it in quotes: '7'."],
    ['an invalid boolean', 'strict: maybe', '1:9 strict must be true or false.'],
    ['a non-list', 'only: C03', '1:7 only must be a list.'],
    ['a non-object', 'credentials: full', '1:14 credentials must have properties, such as `name: value`.'],
    ['a file that is not an object', '- level', '1:1 The file must have properties, such as `name: value`.'],
    [
      'a variable that is not set',
      'credentials:\n  full: ${NO_KEY}',
      '2:9 credentials.full takes its value from NO_KEY, which is not set in the environment. Set it or remove credentials.full.',
    ],
    [
      'a variable that is empty',
      'credentials: { full: "${EMPTY}" }',
      '1:22 credentials.full takes its value from EMPTY, which is empty in the environment.',
    ],
    [
      'a variable without a name',
      'credentials: { full: "${}" }',
      '1:22 credentials.full takes its value from ${}, which is not a valid variable name.',
    ],
    [
      'an empty credential',
      "credentials: { full: '' }",
      '1:22 credentials.full is empty. Set a value or remove it.',
    ],
    [
      'an invalid profile name',
      "credentials: { 'a b': x }",
      '1:16 credentials.a b is not a valid profile name',
    ],
    [
      'a profile name in the wrong case',
      'credentials: { readonly: some-key }',
      '1:16 credentials.readonly is not known. Did you mean readOnly?',
    ],
    [
      'a kind of run in the wrong case',
      'runs: { ownergate: { agentId: a, message: b } }',
      '1:9 runs.ownergate is not known. Did you mean ownerGate?',
    ],
    [
      'a misspelt operation',
      'bodies: { getagents: {} }',
      '1:11 bodies.getagents is not an operation of the contract. Did you mean getAgent?',
    ],
    [
      'a misspelt parameter',
      'parameters:\n  getAgentVersion: { versionid: x }',
      '2:22 parameters.getAgentVersion.versionid: getAgentVersion has no parameter versionid. Did you mean versionId?',
    ],
    [
      'a parameter of an operation without any',
      'parameters: { createAgent: { x: y } }',
      '1:30 parameters.createAgent.x: createAgent has no parameter x. It has none.',
    ],
    [
      'a parameter that no operation has',
      'parameters: { any: { agentid: x } }',
      '1:22 parameters.any.agentid: No operation has a parameter agentid. Did you mean agentId?',
    ],
    ['a run without its agent', 'runs: { text: { message: x } }', '1:15 runs.text.agentId is missing.'],
    ['a session without its id', 'clientSession: { origin: x }', '1:16 clientSession.sessionId is missing.'],
    ['a duplicate property', 'seed: 1\nseed: 2', '2:1 Map keys must be unique'],
    ['a text that is not YAML', 'level: [', '1:9 Flow sequence in block collection'],
  ])('is rejected for %s, with its position and a hint', (_, text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  it('is rejected with all problems, ordered by line', () => {
    const text = 'seed: soon\ncredentials:\n  full: ${A}${B}\nlevel: far\nbudget:\n  requests: 0\n';
    expect(problemsOf(text).map((problem) => problem.split(' ')[0])).toEqual([
      '1:7',
      '3:9',
      '3:9',
      '4:8',
      '6:13',
    ]);
  });

  it('does not reveal a credential that it contains', () => {
    expect(problemsOf('credentials: { full: "rt_live_1\\nx" }').join()).not.toContain('rt_live_1');
  });

  it('is rejected when its aliases expand exponentially', () => {
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
    ['ignore: [{ check: C07 }]', false],
    ['ignore: [{ check: C07, reason: x, why: y }]', false],
  ])('accepts what the reader accepts: %s', (text, expected) => {
    expect([matches(parse(text)), readConfig(text, env, contract).ok]).toEqual([expected, expected]);
  });

  it('contains every property that the reader supports', () => {
    const { properties } = schema as { readonly properties: object };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(parse(whole) as object).sort());
  });
});
