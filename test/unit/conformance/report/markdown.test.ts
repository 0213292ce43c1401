import { describe, expect, it } from 'vitest';
import MarkdownIt from 'markdown-it';
import { markCode, writeMarkdown } from '../../../../conformance/report/markdown.ts';
import {
  hostile,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plainOptions,
} from './made-report.ts';

const markdown = new MarkdownIt({ html: true, linkify: false });

describe('Markdown', () => {
  it('creates no elements from hostile texts', () => {
    const html = markdown.render(writeMarkdown(makeHostileReport(), plainOptions));
    const tags = [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
    expect(new Set(tags)).toEqual(new Set('h2 h3 p strong code ul li table thead tbody tr th td'.split(' ')));
    expect(tags.filter((tag) => tag === 'td')).toHaveLength(3);
  });

  it('shows hostile texts literally', () => {
    const html = markdown.render(writeMarkdown(makeHostileReport(), plainOptions));
    expect(html).toContain("`$(touch pwned)` &quot;quoted&quot; 'single' |");
    expect(html).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  });

  it.each(['a', '`', '``a`', 'a`b``c', ''])('formats %j as code', (text) => {
    const html = markdown.renderInline(`x${markCode(text)}y`);
    const inner = /^x<code>(.*)<\/code>y$/.exec(html)?.[1];
    expect(inner?.trim()).toBe(text);
  });

  it('stays below its size limit, and counts omitted findings', () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      makeFinding({ message: 'ü'.repeat(600), subject: hostile, place: `spec/place-${index}.yaml` }),
    );
    const report = makeReport({ outcomes: outcomesOf(many) });
    const text = writeMarkdown(report, plainOptions);
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    const shown = text.match(/^- \*\*fail\*\*/gm)!.length;
    expect(shown).toBeGreaterThan(100);
    expect(text).toContain(`… and ${(3_000 - shown).toLocaleString('en-US')} more findings`);
  });
});
