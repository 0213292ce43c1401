import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../generator/diagnostics/diagnostics.ts';

const generator = path.resolve(import.meta.dirname, '../../../generator');

const sources = readdirSync(generator, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('catalogue/'))
  .map((file) => readFileSync(path.join(generator, file), 'utf8'))
  .join('\n');

describe.each(Object.entries(catalogue))('%s', (code, { cause, fix }) => {
  it('is reported by at least one stage', () => {
    expect(sources).toContain(`'${code}'`);
  });

  it('has a cause and a fix in complete sentences', () => {
    for (const sentence of [cause, fix]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
