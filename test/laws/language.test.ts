/** The words of the code: those that the glossary names to avoid stay out, docstrings have their form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { expectOnly } from './support/exceptions.ts';
import { readSources, root, visitNodes } from './support/sources.ts';

const sources = readSources();

/** Words in code font in the last column of the glossary's tables. */
function avoidedWords(): readonly string[] {
  const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/^\|.*\|(?<avoid>[^|\n]*)\|$/gm);
  return [...rows].flatMap(({ groups }) =>
    [...(groups?.['avoid'] ?? '').matchAll(/`([a-z]+)`/g)].map(([, word]) => word ?? ''),
  );
}

/** Names that stored worlds, standards or libraries define, in the introduction of the glossary. */
function givenNames(): ReadonlySet<string> {
  const [introduction = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n## ');
  return new Set([...introduction.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''));
}

it('identifiers contain no word that the glossary avoids', () => {
  const words = avoidedWords();
  expect(words.length).toBeGreaterThan(5);
  const given = givenNames();
  const forms = words.map((word) => ({ word, form: partOfName(word) }));
  const uses = sources.flatMap(({ path, tree }) => {
    const names = new Set<string>();
    visitNodes(tree, (node) => {
      if (ts.isIdentifier(node) && !given.has(node.text)) names.add(node.text);
    });
    return [...names].flatMap((name) =>
      forms.filter(({ form }) => form.test(name)).map(({ word }) => `${word}: ${path} ${name}`),
    );
  });
  expectOnly('avoidedWords', uses);
});

it('docstrings of exports do not start with "Is", "Gives", "Tells" or "Says"', () => {
  const weak = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*\*\s*\**\s*(Is|Gives|Tells|Says) /g)].map(([, word]) => `${path} ${word ?? ''}`),
  );
  expectOnly('weakDocstrings', weak);
});

/** A word as a part of a camel-case name: at its start in lower case, or with a capital. */
function partOfName(word: string): RegExp {
  const capital = word[0]!.toUpperCase() + word.slice(1);
  return new RegExp(`(^${word}|${capital})(s|es|ed|ing)?($|[A-Z0-9])`);
}
