/** Prints documentation comments, which editors show for a name. */
import type { JsonObject } from '../../json/documents.ts';
import { propertyOf, textAt } from '../../json/json.ts';

/** Prints the description of a property as a comment, with its line ending; an empty text for none. */
export function docComment(described: JsonObject): string {
  const texts = [textAt(described, 'summary'), textAt(described, 'description')].filter(isText);
  const format = textAt(described, 'format');
  const preset = propertyOf(described, 'default');
  const lines = [
    // An empty line starts a paragraph in Markdown.
    ...(texts.length === 0 ? [] : [[...new Set(texts)].join('\n\n')]),
    ...(isText(format) ? [`@format ${format}`] : []),
    ...(preset === undefined ? [] : [`@default ${JSON.stringify(preset)}`]),
    ...(propertyOf(described, 'deprecated') === true ? ['@deprecated'] : []),
  ];
  const comment = commentOf(lines.join('\n'));
  return comment === '' ? '' : `${comment}\n`;
}

/** Prints a text as a comment whose later lines are indented; an empty text for a blank one. */
export function commentOf(text: string, indent = ''): string {
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      line
        .replaceAll('*/', '*\\/')
        .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
        .trimEnd(),
    );
  const [only = ''] = lines;
  if (lines.length === 1) return only === '' ? '' : `/** ${only} */`;
  return ['/**', ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}

function isText(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
