import { describe, expect, test } from 'vitest';
import {
  rewriteOwnPropertyChecks,
  rewritePaths,
  replaceRequires,
  withoutStrings,
} from '../../../generator/emit/validators/rewrite-code.ts';

describe('presence is checked before the property is read', () => {
  test.each([
    [
      'if(data.name !== undefined && func0.call(data, "name")){',
      'if(Object.hasOwn(data, "name") && data.name !== undefined){',
    ],
    ['if(!props0 || !props0[key0]){', 'if(!props0 || !Object.hasOwn(props0, key0)){'],
    ['props0["a-b"] = true;', 'props0["a-b"] = true;'],
    [
      'if(data3["a-b"] !== undefined && func12.call(data3, "a-b")){',
      'if(Object.hasOwn(data3, "a-b") && data3["a-b"] !== undefined){',
    ],
    [
      'if((data.id === undefined) || (!(func0.call(data, "id")))){',
      'if((!Object.hasOwn(data, "id")) || (data.id === undefined)){',
    ],
    ['if(!(func0.call(schema3.properties, key0))){', 'if(!(Object.hasOwn(schema3.properties, key0))){'],
    [
      'if(!(func0.call(schema190.anyOf[1].properties["a b"].properties, key0))){',
      'if(!(Object.hasOwn(schema190.anyOf[1].properties["a b"].properties, key0))){',
    ],
    ['const func0 = Object.prototype.hasOwnProperty;', ''],
  ])('%s', (code, rewritten) => {
    expect(rewriteOwnPropertyChecks(code)).toBe(rewritten);
  });

  test('for names that contain quotes and brackets', () => {
    const name = String.raw`"a\"]) && func0.call(data, \"x"`;
    const code = `if(data[${name}] !== undefined && func0.call(data, ${name})){`;
    expect(rewriteOwnPropertyChecks(code)).toBe(
      `if(Object.hasOwn(data, ${name}) && data[${name}] !== undefined){`,
    );
  });

  test('text inside a string is unchanged', () => {
    const code = String.raw`const obj0 = ["data.a !== undefined && func0.call(data, \"a\")"];`;
    expect(rewriteOwnPropertyChecks(code)).toBe(code);
  });

  test('a check of another form is an error', () => {
    expect(() => rewriteOwnPropertyChecks('if(func0.call(data, key0)){')).toThrow('1 tests of presence');
  });
});

describe('a validator takes only a value', () => {
  test.each([
    [
      'function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){',
      'function validate0(data){',
    ],
    ['[{instancePath,schemaPath:"#/type"}]', '[{instancePath:"",schemaPath:"#/type"}]'],
    ['{instancePath:instancePath+"/a/" + i0,schemaPath:"#"}', '{instancePath:"/a/" + i0,schemaPath:"#"}'],
    ['isMultipleOf(data.instancePath, 2)', 'isMultipleOf(data.instancePath, 2)'],
    ['["{instancePath,", "instancePath:instancePath+"]', '["{instancePath,", "instancePath:instancePath+"]'],
  ])('%s', (code, rewritten) => {
    expect(rewritePaths(code)).toBe(rewritten);
  });

  test.each([
    'f(instancePath)',
    'if(rootData){',
    'parentData[parentDataProperty]',
    'function f(data, {instancePath}={}){',
  ])('%s is an error', (code) => {
    expect(() => rewritePaths(code)).toThrow('use the parameter');
  });
});

describe('no module is loaded at run time', () => {
  test.each([
    ['const func1 = require("ajv/dist/runtime/ucs2length").default;', 'const func1 = characterCount;'],
    ['const func2 = require("ajv/dist/runtime/equal").default;', 'const func2 = deepEqual;'],
    ['const obj0 = "require(x) eval Function import";', 'const obj0 = "require(x) eval Function import";'],
  ])('%s', (code, replaced) => {
    expect(replaceRequires(code)).toBe(replaced);
  });

  test.each(['require("other")', 'eval(x)', 'new Function("x")', 'import("x")'])('%s is an error', (code) => {
    expect(() => replaceRequires(`const a = ${code};`)).toThrow('Compiled validators contain');
  });
});

test('strings are blanked out including their escapes', () => {
  expect(withoutStrings(String.raw`a("x\"y", "") + "\\"`)).toBe('a("", "") + ""');
});
