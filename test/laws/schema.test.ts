/** JSON Schema has one reader: `generator/schema/`. */
import ts from 'typescript';
import { it } from 'vitest';
import { expectOnly } from './support/exceptions.ts';
import { readSources, visitNodes, type Source } from './support/sources.ts';

/** Keywords that no other word of the code is called like. */
const unmistakable = [
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'patternProperties',
  'prefixItems',
];

/** Keywords that are names of our own too, so that only their texts count. */
const keywords = new Set([...unmistakable, 'const', 'discriminator', 'enum', 'nullable', 'properties']);

/** `json/` and `source/` follow references in documents of any kind, before anything in them is known to be a schema. */
const readers = /^generator\/(json|schema|source)\//;

it('only generator/schema interprets keywords of JSON Schema', () => {
  const others = readSources(['generator']).filter(({ path }) => !readers.test(path));
  expectOnly('schemaKeywords', others.flatMap(keywordsRead));
});

/** Lists the keywords that a file reads; naming one, as a property or as the `keyword` of a new object, is not reading. */
function keywordsRead({ path, tree }: Source): string[] {
  const read: string[] = [];
  visitNodes(tree, (node) => {
    const name = nameRead(node);
    if (name !== null) read.push(`${path} ${name}`);
  });
  return read;
}

function nameRead(node: ts.Node): string | null {
  if (ts.isStringLiteral(node)) {
    const assigned = ts.isPropertyAssignment(node.parent) ? node.parent.name : null;
    const isNaming = assigned === node || assigned?.getText() === 'keyword';
    return !isNaming && keywords.has(node.text) ? node.text : null;
  }
  const name = ts.isPropertyAccessExpression(node)
    ? node.name
    : ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)
      ? (node.propertyName ?? node.name)
      : null;
  return name !== null && ts.isIdentifier(name) && unmistakable.includes(name.text) ? name.text : null;
}
