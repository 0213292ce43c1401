import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../../conformance/model/exchange.ts';
import { createVariableCapture } from '../../../../conformance/replay/variable-capture.ts';
import type { CaseResponse } from '../../../../conformance/replay/case-file.ts';
import { plan } from '../report/made-report.ts';

const create: RequestPlan = {
  ...plan,
  method: 'POST',
  path: '/v1/agents',
  body: '{"name":"Agent 007 of mine"}',
};

function json(value: unknown, headers: Readonly<Record<string, string>> = {}): CaseResponse {
  return { status: 201, headers, body: { kind: 'json', value } };
}

function stream(...events: readonly unknown[]): CaseResponse {
  return { status: 200, headers: {}, body: { kind: 'stream', end: 'closed', events } };
}

/** Adapts a request after one step with the recorded response `then` and the new response `now`. */
function adapt(then: CaseResponse, now: CaseResponse, request: Partial<RequestPlan>, first = create) {
  const secrets: [string, string][] = [];
  const variables = createVariableCapture((...secret) => void secrets.push(secret));
  variables.take({ request: first, response: then, failure: null }, now);
  const { request: adapted, missing } = variables.adapt({ ...plan, ...request });
  return { ...adapted, missing, secrets };
}

describe('a value that the service generated', () => {
  it('is inserted into the path, encoded', () => {
    const { path } = adapt(json({ id: 'agent_1/a' }), json({ id: 'agent_2/b' }), {
      path: '/v1/agents/agent_1%2Fa/versions',
    });
    expect(path).toBe('/v1/agents/agent_2%2Fb/versions');
  });

  it('is inserted into the body, escaped as JSON', () => {
    const { body } = adapt(
      json({ data: [{ token: 'ab"12345' }] }),
      json({ data: [{ token: 'new"\\6789' }] }),
      {
        body: JSON.stringify({ at: 'ab"12345' }),
      },
    );
    expect(JSON.parse(body!)).toEqual({ at: 'new"\\6789' });
  });

  it('is taken from header fields and inserted into header fields', () => {
    const { headers } = adapt(json({}, { etag: '"v-00001"' }), json({}, { etag: '"v-00002"' }), {
      headers: [['if-match', '"v-00001"']],
    });
    expect(headers).toEqual([['if-match', '"v-00002"']]);
  });

  it('is found in streams by the event type, at any position', () => {
    const then = stream({ type: 'a' }, { type: 'approval_start', approvalId: 'approval_1' });
    const now = stream({ type: 'approval_start', approvalId: 'approval_9' });
    expect(adapt(then, now, { body: '{"id":"approval_1"}' }).body).toBe('{"id":"approval_9"}');
  });

  it('is replaced once, even if the new value equals an old one', () => {
    const then = json({ one: 'agent_1', other: 'agent_2' });
    const now = json({ one: 'agent_2', other: 'agent_3' });
    expect(adapt(then, now, { path: '/agent_1/agent_2' }).path).toBe('/agent_2/agent_3');
  });

  it('is the longer one if one value is a prefix of another', () => {
    const then = json({ one: 'agent_1', other: 'agent_12' });
    const now = json({ one: 'agent_7', other: 'agent_8' });
    expect(adapt(then, now, { path: '/agent_12/agent_1' }).path).toBe('/agent_8/agent_7');
  });

  it('is reported missing if the response no longer contains it', () => {
    const { missing } = adapt(json({ id: 'agent_1' }), json({ error: 'no' }), { path: '/v1/agents/agent_1' });
    expect(missing).toEqual(['body.id']);
  });

  it('is not reported missing if no request needs it', () => {
    expect(adapt(json({ id: 'agent_1' }), json({}), { path: '/v1/agents/other' }).missing).toEqual([]);
  });

  it('is not a value that the client sent', () => {
    const { body } = adapt(json({ name: 'Agent 007 of mine' }), json({ name: 'Agent 008 of yours' }), {
      body: '{"name":"Agent 007 of mine"}',
    });
    expect(body).toBe('{"name":"Agent 007 of mine"}');
  });

  it('is not a plain word', () => {
    const { path } = adapt(json({ status: 'suspended' }), json({ status: 'running' }), {
      path: '/v1/deployments?status=suspended',
    });
    expect(path).toBe('/v1/deployments?status=suspended');
  });

  it('is kept secret if it is a credential', () => {
    const { secrets } = adapt(json({ key: '${profile.issued}' }), json({ key: 'rt_live_new' }), {});
    expect(secrets).toEqual([['issued', 'rt_live_new']]);
  });

  it('can contain special characters of patterns', () => {
    const { path } = adapt(json({ id: 'a.*1(2)' }), json({ id: '$&$1 3456' }), { path: '/x/a.*1(2)' });
    expect(path).toContain('/x/');
    expect(decodeURIComponent(path)).toBe('/x/$&$1 3456');
  });
});
