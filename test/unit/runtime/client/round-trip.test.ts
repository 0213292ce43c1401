/**
 * The server reads the requests of the client: `readRequest` returns the same values that were given to the client. The
 * transport between them is real: the URL and headers of the platform, and the router.
 */
import {
  inCookie,
  inHeader,
  inPath,
  inQuery,
} from '../../../../templates/runtime/client/parameter-places.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, ParameterRule } from '../../../../templates/runtime/client/call.ts';
import type {
  PropertiesSpec,
  OperationSpec,
  ParameterKind,
  ParameterSpec,
} from '../../../../templates/runtime/operation-spec.ts';
import { readRequest } from '../../../../templates/runtime/server/read-request.ts';
import { createRouter } from '../../../../templates/runtime/router.ts';
import { send } from '../../../../templates/runtime/client/send.ts';
import { inBrackets, joinedBy, underOwnNames } from '../../../../templates/runtime/client/spread.ts';
import { writeJson } from '../../../../templates/runtime/client/write-body.ts';
import { jsonBody, operation, parameter } from '../support.ts';
import { callOf, fakeClient, jsonResponse } from './support.ts';

type Place = ParameterSpec['in'];
const PLACES = { path: inPath, query: inQuery, header: inHeader, cookie: inCookie };
const GROUPS = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** One parameter with a value for it. */
interface Case {
  readonly spec: ParameterSpec;
  readonly rule: ParameterRule;
  readonly value: unknown;
}

const anyText = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
const pathText = anyText.filter((text) => text !== '' && text !== '.' && text !== '..');
const headerText = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/);
const cookieText = fc.stringMatching(/^[!#-+\--:<-[\]-~]*$/);
const texts: Record<Place, fc.Arbitrary<string>> = {
  path: pathText,
  query: anyText,
  header: headerText,
  cookie: cookieText,
};

/** JSON without the property names that the server rejects. */
function jsonOf(maxDepth: number): fc.Arbitrary<unknown> {
  return fc
    .jsonValue({ maxDepth })
    .map((value) => JSON.stringify(value))
    .filter((text) => !/"(?:__proto__|constructor)":/.test(text))
    .map((text): unknown => JSON.parse(text));
}

function valueOf(kind: ParameterKind, place: Place): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'string':
      return texts[place];
    case 'integer':
      return fc.maxSafeInteger().map((value) => value + 0);
    case 'number':
      return fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => (value === 0 ? 0 : value));
    case 'boolean':
      return fc.boolean();
    case 'json':
      return jsonOf(3);
  }
}

function caseOf(name: string, place: Place): fc.Arbitrary<Case> {
  const kinds: ParameterKind[] =
    place === 'cookie'
      ? ['string', 'integer', 'boolean', 'number']
      : ['string', 'integer', 'boolean', 'number', 'json'];
  return fc
    .record({ kind: fc.constantFrom(...kinds), repeated: fc.boolean(), nullable: fc.boolean() })
    .chain(({ kind, ...flags }) => {
      const repeated = flags.repeated && kind !== 'json' && place === 'query';
      const nullable = flags.nullable && kind !== 'json' && place === 'query';
      const single = valueOf(kind, place).filter((value) => !(nullable && value === ''));
      const orNull = nullable ? fc.oneof(single, fc.constant(null)) : single;
      const value = repeated ? fc.array(orNull, { minLength: 1 }) : orNull;
      const spec = parameter(name, { in: place, kind, repeated, nullable, required: place === 'path' });
      const rule: ParameterRule = {
        name,
        in: PLACES[place],
        ...(kind === 'json' ? { json: true } : {}),
        ...(repeated ? { repeated } : {}),
        ...(nullable ? { nullable } : {}),
      };
      return value.map((chosen) => ({ spec, rule, value: chosen }));
    });
}

async function roundTrip(cases: readonly Case[], body: unknown): Promise<unknown> {
  const path = '/v1/things/{first}/{second}-end';
  const call: Call = callOf({
    method: 'POST',
    path,
    parameters: cases.map(({ rule }) => rule),
    bodies: [{ write: writeJson, mediaType: 'application/json' }],
  });
  const request: Record<string, Record<string, unknown>> = { path: {}, query: {}, headers: {}, cookies: {} };
  for (const { spec, value } of cases) request[GROUPS[spec.in]]![spec.name] = value;
  const { client, sent } = fakeClient([jsonResponse(200, {})], { baseUrl: 'https://api.test' });
  await send(client, call, { ...request, body });

  const [got] = sent;
  const spec: OperationSpec = operation({
    method: 'POST',
    path,
    parameters: cases.map((one) => one.spec),
    body: jsonBody(),
  });
  const match = createRouter([spec]).match('POST', got!.url.pathname);
  if (match.kind !== 'found') throw new Error(`No way to ${got!.url.pathname}`);
  return readRequest(spec, {
    pathParams: match.params,
    query: got!.url.search.slice(1),
    headers: got!.headers,
    body: new TextEncoder().encode(got!.body),
    contentType: got!.headers.get('content-type'),
  });
}

describe('a request of the client', () => {
  it('is read with its original values', async () => {
    const everything = fc.tuple(
      caseOf('first', 'path'),
      caseOf('second', 'path'),
      caseOf('plain', 'query'),
      caseOf('a b&c=ü[]', 'query'),
      caseOf('X-Thing', 'header'),
      caseOf('session', 'cookie'),
    );
    await fc.assert(
      fc.asyncProperty(everything, jsonOf(4), async (cases, value) => {
        const wanted: Record<string, unknown> = {
          path: {},
          query: {},
          headers: {},
          cookies: {},
          body: value,
        };
        for (const { spec, value: given } of cases)
          (wanted[GROUPS[spec.in]] as Record<string, unknown>)[spec.name] = given;
        expect(await roundTrip(cases, value)).toEqual({ ok: true, request: wanted });
      }),
      { numRuns: 400 },
    );
  });

  it('contains lists and objects in the documented style', async () => {
    const text = anyText.filter((one) => one !== '__proto__');
    const numbers = fc.array(fc.integer(), { minLength: 1 });
    const members: PropertiesSpec = {
      style: 'brackets',
      fields: { from: { kind: 'integer' }, tags: { kind: 'string', repeated: true, list: 'brackets' } },
    };
    const own: PropertiesSpec = {
      style: 'own',
      fields: { city: { kind: 'string' }, zips: { kind: 'integer', repeated: true } },
    };
    const shape = fc.record(
      { from: fc.integer(), tags: fc.array(text, { minLength: 1 }), more: text },
      { requiredKeys: ['from'] },
    );
    const given = fc.record({
      ids: numbers,
      words: fc.array(fc.stringMatching(/^[a-z]+$/), { minLength: 1 }),
      flags: fc.array(fc.boolean(), { minLength: 1 }),
      names: fc.array(text, { minLength: 1 }),
      range: shape,
      place: fc.record({ city: text, zips: numbers }),
      pair: fc.tuple(text, text),
      colour: fc.record({ R: fc.integer(), name: text }),
    });
    const colour: PropertiesSpec = {
      style: 'joined',
      fields: { R: { kind: 'integer' }, name: { kind: 'string' } },
    };
    const ways: Record<string, Partial<ParameterSpec>> = {
      ids: { kind: 'integer', repeated: true, joined: { separator: ',', isEncoded: true } },
      words: { repeated: true, joined: { separator: ' ', isEncoded: true } },
      flags: { kind: 'boolean', repeated: true, joined: { separator: '|', isEncoded: true } },
      pair: { repeated: true, joined: { separator: ',', isEncoded: true } },
      colour: { joined: { separator: ',', isEncoded: true }, properties: colour },
      names: { repeated: true, list: 'brackets' },
      range: { properties: members },
      place: { properties: own },
    };
    const rules: Record<string, Partial<ParameterRule>> = {
      ids: { join: joinedBy(',') },
      words: { join: joinedBy('%20') },
      flags: { join: joinedBy('%7C') },
      pair: { join: joinedBy(',') },
      colour: { join: joinedBy(',') },
      names: { spread: inBrackets },
      range: { spread: inBrackets },
      place: { spread: underOwnNames },
    };
    await fc.assert(
      fc.asyncProperty(given, async (values) => {
        const cases = ['first', 'second'].map((name): Case => {
          return { spec: parameter(name, { in: 'path' }), rule: { name, in: inPath }, value: 'x' };
        });
        for (const [name, way] of Object.entries(ways)) {
          const { repeated } = way;
          const rule: ParameterRule = {
            name,
            in: inQuery,
            ...(repeated === true ? { repeated: true } : {}),
            ...rules[name],
          };
          cases.push({ spec: parameter(name, way), rule, value: values[name as keyof typeof values] });
        }
        expect(await roundTrip(cases, {})).toMatchObject({ ok: true, request: { query: values } });
      }),
      { numRuns: 200 },
    );
  });

  it.each(['.', '..', 'a/../b', '%2e%2e', 'ä ö', '+', '100%', '?', '#', '\\', ' '])(
    'contains %j in its path, or is rejected',
    async (text) => {
      const cases = ['first', 'second'].map((name): Case => {
        const spec = parameter(name, { in: 'path', required: true });
        return { spec, rule: { name, in: inPath }, value: text };
      });
      const outcome = await roundTrip(cases, {}).catch((error: unknown) => error);
      if (text === '.' || text === '..') expect(outcome).toMatchObject({ name: 'RequestError' });
      else expect(outcome).toMatchObject({ ok: true, request: { path: { first: text, second: text } } });
    },
  );
});
