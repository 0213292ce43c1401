/** Owners of a service have the published description, not its sources. */
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractPlace, pointerOf } from '../../../../conformance/report/contract-place.ts';
import { marks, places } from '../../../../generated/service/provenance.ts';
import { makeFinding } from './made-report.ts';

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../spec/dist/openapi.json'), 'utf8'),
) as unknown;

function valueAt(pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>((value, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
    const reference = (next as { readonly $ref?: string } | undefined)?.$ref;
    return reference === undefined ? next : valueAt(reference.slice(1));
  }, published);
}

describe('the place of a finding in the contract', () => {
  it('is its operation, status and JSON Pointer', () => {
    expect(contractPlace(contract, makeFinding())).toBe(
      'getAgent 200 /paths/~1v1~1agents~1{id}/get/responses/200',
    );
    const place = 'spec/schemas/Agent.yaml#/properties/id';
    expect(contractPlace(contract, makeFinding({ place }))).toBe(
      'getAgent 200 /components/schemas/Agent/properties/id',
    );
    expect(contractPlace(contract, makeFinding({ place: null }))).toBe('');
  });

  it('exists in the published description', () => {
    const all = [
      ...Object.values(places).flatMap(({ place, responses, parameters }) => [
        place,
        ...Object.values(responses),
        ...Object.values(parameters),
      ]),
      ...Object.keys(marks).filter((place) => /^spec\/(schemas|paths)\//.test(place)),
    ];
    expect(all.filter((place) => valueAt(pointerOf(contract, place)) === undefined)).toEqual([]);
  });
});
