/**
 * HTML that is safe to print. Text of a document becomes HTML only through escaping here, which prevents a malicious
 * description from running scripts in the reader's browser.
 */

/** A piece of HTML. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** Marks text as HTML without a check: for fixed text in this code base, never for text of a document. */
  static trust(text: string): Html {
    return new Html(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** A value in a placeholder of `html`: text is escaped, lists are joined, null is empty. */
export type HtmlPart = Html | string | number | null | readonly HtmlPart[];

/** Joins HTML. */
export function html(fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.trust(fixed.map((text, index) => text + printPart(parts[index] ?? null)).join(''));
}

export function table(headings: readonly string[], rows: HtmlPart): Html {
  const cells = headings.map((heading) => html`<th>${heading}</th>`);
  return html`<table>
    <thead>
      <tr>
        ${cells}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table> `;
}

/** Escapes text for an element or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function printPart(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.toString();
  return typeof part === 'object' ? part.map(printPart).join('') : escapeHtml(String(part));
}
