import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { places } from '../../../../generated/service/provenance.ts';
import { locatePlace } from '../../../../conformance/report/locate.ts';

function lineOf(place: string): string | undefined {
  const found = locatePlace(place);
  if (found === null) return undefined;
  const text = readFileSync(new URL(`../../../../${found.file}`, import.meta.url), 'utf8');
  return text.split('\n')[found.line - 1]?.slice(found.column - 1);
}

describe('a place of the contract', () => {
  it('is found at its key', () => {
    expect(lineOf('spec/paths/agents/agent.yaml#/get/responses/200')).toMatch(/^'?200'?:/);
  });

  it('is the start of the file for the root', () => {
    expect(locatePlace('spec/openapi.yaml#/')).toMatchObject({ file: 'spec/openapi.yaml', column: 1 });
  });

  it('is found for a key with a slash', () => {
    expect(lineOf('spec/openapi.yaml#/paths/~1v1~1agents')).toMatch(/^'?\/v1\/agents'?:/);
  });

  it('is found by its index in a list', () => {
    expect(lineOf('spec/paths/agents/agents.yaml#/get/parameters/3')).toBeDefined();
  });

  it('is the nearest existing parent', () => {
    const parent = locatePlace('spec/paths/agents/agent.yaml#/get');
    expect(locatePlace('spec/paths/agents/agent.yaml#/get/no/such/thing')).toEqual(parent);
  });

  it.each([
    'spec/no-such-file.yaml#/x',
    'package.json#/name',
    'spec/../package.yaml#/',
    '/etc/passwd#/',
    '',
    'nonsense',
  ])('is not found: %s', (place) => {
    expect(locatePlace(place)).toBeNull();
  });

  it('is found for every operation', () => {
    const lost = Object.entries(places).filter(([, { place }]) => locatePlace(place) === null);
    expect(lost).toEqual([]);
  });
});
