import { describe, expect, it } from 'vitest';
import {
  createCheckNames,
  isIdentifier,
  toCamel,
  toIdentifier,
  toPascal,
} from '../../../generator/model/check-names.ts';
import { identifier, toTypeName } from '../../../generator/naming/identifier.ts';

describe('words are converted to names', () => {
  const rows: readonly [text: string, pascal: string, camel: string][] = [
    ['text_delta', 'TextDelta', 'textDelta'],
    ['WWW-Authenticate', 'WWWAuthenticate', 'wwwAuthenticate'],
    ['listAgents', 'ListAgents', 'listAgents'],
    ['agent.id', 'AgentId', 'agentId'],
    ['', '', ''],
    ['日本', '', ''],
  ];

  it.each(rows)('%s', (text, pascal, camel) => {
    expect([toPascal(text), toCamel(text)]).toEqual([pascal, camel]);
  });

  it.each(['2fa', '', '日本', '*/', 'class'])('%j is converted to a valid identifier', (text) => {
    expect(isIdentifier(toTypeName(text))).toBe(true);
    expect(isIdentifier(toIdentifier(text))).toBe(true);
  });

  it('a string is not accepted as a name', () => {
    expect(() => identifier('a; b')).toThrow(TypeError);
    expect(() => identifier('class')).toThrow(TypeError);
  });
});

it('each validator has a unique name', () => {
  const names = createCheckNames(['taken']);
  expect(['taken', 'a-b', 'aB', 'aB', 'delete', '9'].map((wanted) => names.claim(wanted))).toEqual([
    'taken2',
    'aB',
    'aB2',
    'aB3',
    '_delete',
    '_9',
  ]);
});
