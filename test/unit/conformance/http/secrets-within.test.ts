/** Secrets of several test environments, which may have the same credential for different profiles. */
import { expect, it } from 'vitest';
import { defaultConfig } from '../../../../conformance/config/config.ts';
import { secretsOf, secretsWithin } from '../../../../conformance/http/secrets.ts';

function environmentWith(credentials: Readonly<Record<string, string>>) {
  return { ...defaultConfig.environment, baseUrl: 'http://127.0.0.1:1', credentials };
}

it('a profile has the credential of its own environment', () => {
  const run = secretsOf(environmentWith({ full: 'rt_live_first', revoked: 'rt_live_second' }));
  const other = secretsWithin(
    run,
    environmentWith({ full: 'rt_live_third', otherOrganization: 'rt_live_second' }),
  );
  expect(other.valueOf('full')).toBe('rt_live_third');
  expect(other.valueOf('otherOrganization')).toBe('rt_live_second');
  expect(other.nameOf('rt_live_second')).toBe('otherOrganization');
  expect(run.valueOf('full')).toBe('rt_live_first');
});

it('a secret of an environment is redacted in the whole run', () => {
  const run = secretsOf(environmentWith({ full: 'rt_live_first' }));
  const other = secretsWithin(run, environmentWith({ full: 'rt_live_third' }));
  other.learn('madeKey', 'rt_live_fourth');
  expect(run.redact('rt_live_third rt_live_fourth')).not.toMatch(/third|fourth/);
  expect(other.redact('rt_live_first')).not.toContain('first');
});
