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

const tables = parse(readFileSync(new URL('configurations.yaml', import.meta.url), 'utf8')) as {
  readonly rejected: readonly Readonly<Record<'name' | 'text' | 'problem', string>>[];
  readonly schema: readonly { readonly text: string; readonly isValid: boolean }[];
};

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

  it.each(tables.rejected)('is rejected for $name, with its position and a hint', ({ text, problem }) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
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
  it.each([{ text: whole, isValid: true }, ...tables.schema])(
    'accepts what the reader accepts: $text',
    ({ text, isValid }) => {
      expect([matches(parse(text)), readConfig(text, env, contract).ok]).toEqual([isValid, isValid]);
    },
  );

  it('contains every property that the reader supports', () => {
    const { properties } = schema as { readonly properties: object };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(parse(whole) as object).sort());
  });
});
