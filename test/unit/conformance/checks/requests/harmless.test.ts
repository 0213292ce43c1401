/** Services that decide what the source leaves open otherwise than ours: none of them is failed. */
import { describe, expect, it } from 'vitest';
import { faulty, isObject, playMock, type Asked } from './support.ts';

interface Row {
  readonly description: string;
  readonly subjects: readonly string[];
  readonly only?: readonly string[];
  readonly change: (asked: Asked) => number | null;
  readonly verdict: 'pass' | 'warn' | 'skip';
}

const managed: ReadonlySet<unknown> = new Set(['external', 'partner_managed']);

const rows: readonly Row[] = [
  {
    description: 'answers 404 for ids that can’t be right',
    subjects: ['getAgent'],
    change: ({ path }) => (path.includes('%20') ? 404 : null),
    verdict: 'pass',
  },
  {
    description: 'takes names without a character',
    subjects: ['createAgent'],
    change: ({ json }) => (isObject(json) && json['name'] === '' ? 201 : null),
    verdict: 'pass',
  },
  {
    description: 'takes an icon of any length',
    subjects: ['updateAgent'],
    only: ['N01'],
    change: ({ json }) => (isObject(json) && String(json['icon']).length > 50 ? 200 : null),
    verdict: 'pass',
  },
  {
    description: 'takes an empty body for an update that changes nothing',
    subjects: ['updateAgent'],
    only: ['N01'],
    change: ({ method, text }) => (method === 'PUT' && text === '' ? 200 : null),
    verdict: 'warn',
  },
  {
    description: 'takes null for a member that is not there',
    subjects: ['approveClientExecution'],
    only: ['N01'],
    change: ({ json }) => (isObject(json) && json['reason'] === null ? 200 : null),
    verdict: 'warn',
  },
  {
    description: 'offers no agents that are managed elsewhere',
    subjects: ['createAgent'],
    change: ({ json }) => (isObject(json) && json['agentType'] === 'partner_managed' ? 402 : null),
    verdict: 'pass',
  },
  {
    description: 'looks at the plan before it looks at what is wrong with an agent',
    subjects: ['createAgent'],
    only: ['N01'],
    change: ({ json }) => (isObject(json) && managed.has(json['agentType']) ? 402 : null),
    verdict: 'pass',
  },
  {
    description: 'needs more to know of an external agent than the source shows',
    subjects: ['createAgent'],
    only: ['P01'],
    change: ({ json }) => (isObject(json) && json['agentType'] === 'external' ? 400 : null),
    verdict: 'warn',
  },
  {
    description: 'does not mind what is in a batch',
    subjects: ['submitFlowBatch'],
    only: ['N01'],
    change: ({ json, mediaType }) => (isObject(json) && isJson(mediaType) ? 200 : null),
    verdict: 'pass',
  },
  {
    description: 'does not mind what messages look like',
    subjects: ['executeAgent'],
    only: ['N01'],
    change: ({ json, mediaType }) =>
      isObject(json) && json['streamResponse'] === false && isJson(mediaType) ? 200 : null,
    verdict: 'warn',
  },
  {
    description: 'takes anything for a capability of a new agent, whose form the source does not show',
    subjects: ['createAgent'],
    only: ['N01'],
    change: ({ json }) => (isObject(json) && holdsNoObject(json['capabilities']) ? 201 : null),
    verdict: 'warn',
  },
  {
    description: 'does not look at the body of a resume, which may be absent',
    subjects: ['resumeSandboxDeployment'],
    only: ['N01'],
    change: () => 202,
    verdict: 'warn',
  },
  {
    description: 'reads JSON whatever it is called',
    subjects: ['createAgent'],
    only: ['N01'],
    change: ({ json, mediaType }) => (isObject(json) && mediaType === 'text/plain' ? 201 : null),
    verdict: 'warn',
  },
  {
    description: 'cuts a wait that is too long down to the longest one',
    subjects: ['pollProductEvents'],
    only: ['N02'],
    change: ({ path }) => (path.includes('waitMs=50001') ? 200 : null),
    verdict: 'warn',
  },
  {
    description: 'lets a key that may only read do more',
    subjects: ['createAgent'],
    only: ['A04'],
    change: ({ authorization }) => (authorization === 'Bearer rt_live_readonly' ? 201 : null),
    verdict: 'pass',
  },
  {
    description: 'keeps secret which agents there are',
    subjects: ['getAgent'],
    only: ['N03'],
    change: ({ path }) => (path.includes('unknown') ? 403 : null),
    verdict: 'warn',
  },
  {
    description: 'lets its network refuse what leads inside',
    subjects: ['fetchAgentCard'],
    only: ['N04'],
    change: ({ json }) => (isObject(json) && String(json['url']).includes('10.0.0.1') ? 502 : null),
    verdict: 'warn',
  },
  {
    description: 'has none of the calls that are our idea',
    subjects: ['getExecutionStatus', 'dispatchRun', 'getProtectedResourceMetadata'],
    only: ['A', 'N'],
    change: () => 404,
    verdict: 'skip',
  },
];

describe('a service that is right in its own way', () => {
  it.each(rows)('is not failed when it $says', async ({ subjects, only = [], change, verdict }) => {
    const { outcomes } = await playMock({ around: faulty(change), subjects, only });
    const verdicts = new Set(outcomes.map((outcome) => outcome.verdict));
    expect([...verdicts].filter((each) => each !== 'pass' && each !== 'skip')).toEqual(
      verdict === 'warn' ? ['warn'] : [],
    );
    expect(verdicts).toContain(verdict);
  });

  it('is warned and not failed when the batch to cancel was cancelled by the run before', async () => {
    const around = faulty(({ path }) => (path.includes('/v1/batch/cancel/') ? 400 : null));
    const { outcome } = await playMock({
      around,
      subjects: ['cancelBatch'],
      only: ['P01'],
      level: 'destructive',
    });
    expect(outcome('P01', 'cancelBatch')?.verdict).toBe('warn');
  });
});

function holdsNoObject(list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => !isObject(item));
}

function isJson(mediaType: string | null): boolean {
  return mediaType === 'application/json';
}
