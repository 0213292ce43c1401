import { expect, test } from 'vitest';
import { findForbiddenName } from '../../../templates/runtime/forbidden-names.ts';

test.each([
  ['{"__proto__":1}', '__proto__'],
  [String.raw`{"\u005f_proto__":1}`, '__proto__'],
  [String.raw`{"__pr\u006fto__":{"a":1}}`, '__proto__'],
  ['{"a":[{"b":{"__proto__":null}}]}', 'a.0.b.__proto__'],
  ['{"constructor":{"prototype":{"x":1}}}', 'constructor.prototype'],
  [String.raw`{"a":{"c\u006fnstructor":{"prototype":1}}}`, 'a.constructor.prototype'],
  ['{"constructor":{"name":"Ann"}}', null],
  ['{"constructor":"Ann"}', null],
  ['{"prototype":1}', null],
  ['{"text":"__proto__"}', null],
  ['["__proto__","constructor"]', null],
  ['{"a":1}', null],
  ['null', null],
])('%s holds %s', (text, name) => {
  expect(findForbiddenName(JSON.parse(text), text)).toBe(name);
});
