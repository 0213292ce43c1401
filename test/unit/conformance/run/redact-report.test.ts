/** Credentials in reports are redacted; keywords are not, even if a service returns them as credentials. */
import { describe, expect, it } from 'vitest';
import { redactReport } from '../../../../conformance/report/redact-report.ts';
import { createReplacer } from '../../../../conformance/http/replacer.ts';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { makeExchange, makeFinding, makeOutcome, makeReport, plan, response } from '../report/made-report.ts';

describe('a report', () => {
  it('keeps its keywords even if a service returns one of them as a credential', () => {
    const secrets = createSecrets({});
    for (const word of ['outcomes', 'findings', 'verdict', 'fingerprint', 'request', 'getAgent'])
      secrets.learn('token', word);
    const report = makeReport({ outcomes: [makeOutcome({ findings: [makeFinding()] })] });
    const redacted = redactReport(report, secrets);
    expect(redacted.outcomes[0]).toMatchObject({ subject: 'getAgent', findings: [{ verdict: 'fail' }] });
    expect(redacted.outcomes[0]?.findings[0]?.exchanges[0]?.request.operation).toBe('getAgent');
  });

  it('contains profile names instead of the credentials of requests and responses', () => {
    const secrets = createSecrets({ full: 'secret-of-full' });
    const leak = 'secret-of-full!';
    const frame = {
      number: 1,
      at: 0,
      event: leak,
      id: leak,
      data: leak,
      size: 1,
      value: [leak],
      problem: leak,
    };
    const stream = { raw: leak, chunks: [], frames: [frame], end: 'closed' as const, rest: leak };
    const exchange = makeExchange({
      request: { ...plan, path: `/${leak}`, headers: [['x', leak]], body: leak },
      response: { ...response, headers: { [leak]: leak }, body: { kind: 'stream', stream } },
      failure: leak,
    });
    const json = makeExchange({
      response: { ...response, body: { kind: 'json', value: { [leak]: { a: [leak] } }, text: leak } },
    });
    const finding = makeFinding({
      message: leak,
      at: leak,
      origin: { label: leak },
      exchanges: [exchange, json],
    });
    const outcome = makeOutcome({ reason: leak, findings: [finding] });
    const redacted = redactReport(
      makeReport({ stopped: leak, outcomes: [outcome], exchanges: [exchange, json] }),
      secrets,
    );
    const text = JSON.stringify(redacted);
    expect(text).not.toContain('secret-of-full');
    expect(text).toContain('${profile.full}!');
    expect(redacted.exchanges[0]).toBe(redacted.outcomes[0]?.findings[0]?.exchanges[0]);
  });
});

describe('many credentials', () => {
  it('each have a unique name, and are restored', () => {
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
