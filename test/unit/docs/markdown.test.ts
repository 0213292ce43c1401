import { describe, expect, test } from 'vitest';
import { html } from '../../../generator/docs/html.ts';
import { renderLine, renderMarkdown } from '../../../generator/docs/markdown.ts';

const render = (text: string | null) => html`${renderMarkdown(text)}`.toString();

describe('a description', () => {
  test.each([
    [null, ''],
    ['', ''],
    ['One\nparagraph.\n\nAnother.', '<p>One\nparagraph.</p>\n<p>Another.</p>'],
    [
      'Use `a < b` and **this** or *that*.',
      '<p>Use <code>a &lt; b</code> and <strong>this</strong> or <em>that</em>.</p>',
    ],
    ['- one\n- two\n  goes on', '<ul>\n<li>one</li>\n<li>two\ngoes on</li>\n</ul>'],
    ['1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
    ['# Head\ntext', '<h4>Head</h4>\n<p>text</p>'],
    [
      '```json\n{ "a": 1 }\n```\nafter',
      '<pre><code class="language-json">{ &quot;a&quot;: 1 }\n</code></pre>\n<p>after</p>',
    ],
    ['[here](https://example.com/?a=1&b=2)', '<p><a href="https://example.com/?a=1&amp;b=2">here</a></p>'],
    ['see <https://example.com/>', '<p>see <a href="https://example.com/">https://example.com/</a></p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ])('%j renders as %s', (text, expected) => {
    expect(render(text).trimEnd()).toBe(expected);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror="alert(1)">',
    '![x](https://example.com/x.png)',
    '[x](javascript:alert(1))',
    '[x](https://a"onmouseover="alert(1))',
    '`</code><script>alert(1)</script>`',
  ])('%s is escaped', (text) => {
    expect(render(text)).not.toMatch(/<(?:script|img)|href="javascript|"onmouseover="/);
  });

  test('is reduced to one line for a summary', () => {
    expect(html`${renderLine('First `one`\nand more.\n\nSecond.')}`.toString()).toBe(
      'First <code>one</code>\nand more.',
    );
    expect(renderLine(null)).toBeNull();
  });
});
