/** Credentials in reports: what is taken out, and what a service can't take out. */
import { describe, expect, it } from 'vitest';
import { redactReport } from '../../../../conformance/report/redact-report.ts';
import { createReplacer } from '../../../../conformance/http/replacer.ts';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { makeExchange, makeFinding, makeOutcome, makeReport, plan, response } from '../report/made-report.ts';

describe('a report', () => {
  it('keeps its own words when a service calls one of them a credential', () => {
    const secrets = createSecrets({});
    for (const word of ['outcomes', 'findings', 'verdict', 'fingerprint', 'request', 'getAgent'])
      secrets.learn('token', word);
    const report = makeReport({ outcomes: [makeOutcome({ findings: [makeFinding()] })] });
    const redacted = redactReport(report, secrets);
    expect(redacted.outcomes[0]).toMatchObject({ subject: 'getAgent', findings: [{ verdict: 'fail' }] });
    expect(redacted.outcomes[0]?.findings[0]?.exchanges[0]?.request.operation).toBe('getAgent');
  });

  it('has the names of profiles wherever a request or a reply showed a credential', () => {
    const secrets = createSecrets({ full: 'secret-of-full' });
    const told = 'secret-of-full!';
    const frame = {
      number: 1,
      at: 0,
      event: told,
      id: told,
      data: told,
      size: 1,
      value: [told],
      problem: told,
    };
    const stream = { raw: told, pieces: [], frames: [frame], end: 'closed' as const, rest: told };
    const exchange = makeExchange({
      request: { ...plan, path: `/${told}`, headers: [['x', told]], body: told },
      response: { ...response, headers: { [told]: told }, body: { kind: 'stream', stream } },
      failure: told,
    });
    const json = makeExchange({
      response: { ...response, body: { kind: 'json', value: { [told]: { a: [told] } }, text: told } },
    });
    const finding = makeFinding({
      message: told,
      at: told,
      origin: { label: told },
      exchanges: [exchange, json],
    });
    const outcome = makeOutcome({ reason: told, findings: [finding] });
    const redacted = redactReport(
      makeReport({ stopped: told, outcomes: [outcome], exchanges: [exchange, json] }),
      secrets,
    );
    const text = JSON.stringify(redacted);
    expect(text).not.toContain('secret-of-full');
    expect(text).toContain('${profile.full}!');
    expect(redacted.exchanges[0]).toBe(redacted.outcomes[0]?.findings[0]?.exchanges[0]);
  });
});

describe('many credentials', () => {
  it('are each known by a name of their own, and put back', () => {
    const secrets = createSecrets({ full: 'value-full' });
    for (let index = 0; index < 2_000; index++) secrets.learn('token', `value-${index}-end`);
    expect(secrets.redact('a value-0-end b value-1999-end c value-full')).toBe(
      'a ${profile.token} b ${profile.token2000} c ${profile.full}',
    );
    expect(secrets.restore('${profile.token2000} ${profile.other}')).toBe('value-1999-end ${profile.other}');
  });

  it('are replaced the longest first', () => {
    const replacer = createReplacer(3);
    replacer.add('abc', '1');
    replacer.add('abcdef', '2');
    expect(replacer.replace('abcabcdefabcde')).toBe('121de');
  });
});
