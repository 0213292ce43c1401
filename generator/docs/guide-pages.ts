/**
 * The pages that explain a service: the chapters of its description, in their order, and the parts generated from the
 * rest of the document. A chapter with the title of such a part comes before it on the same page.
 */
import type { ContractModel } from '../model/contract-model.ts';
import { accessPart } from './access-page.ts';
import { conventionParts } from './conventions-page.ts';
import { errorsPart } from './errors-page.ts';
import { splitGuide } from './guide.ts';
import { html, type HtmlPart } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { type DocPage, type Site } from './site.ts';
import { findStateMachines } from './read-state-machines.ts';
import { stateMachineParts } from './state-machines.ts';

/** A page of the guide: prose, data, or both. */
interface PlannedPage {
  readonly title: string;
  readonly texts: readonly string[];
  readonly part: DataPart | null;
}

/** Renders the data of a page. */
interface DataPart {
  readonly title: string;
  readonly isPresent: (contract: ContractModel) => boolean;
  readonly show: (site: Site) => HtmlPart;
}

/** The introduction and the pages of a contract. */
export interface PlannedGuide {
  readonly introduction: string;
  readonly pages: readonly PlannedPage[];
}

const conventionExtensions = ['x-pagination', 'x-polling', 'x-idempotency'];

const dataParts: readonly DataPart[] = [
  {
    title: 'Authentication',
    isPresent: ({ securitySchemes }) => securitySchemes.length > 0,
    show: accessPart,
  },
  {
    title: 'States',
    isPresent: (contract) => findStateMachines(contract).length > 0,
    show: ({ contract }) => stateMachineParts(findStateMachines(contract)),
  },
  {
    title: 'Lists, retries and limits',
    isPresent: ({ operations }) =>
      operations.some(
        ({ extensions, responses }) =>
          conventionExtensions.some((key) => Object.hasOwn(extensions, key)) ||
          responses.some(({ status }) => status === 429),
      ),
    show: conventionParts,
  },
  {
    title: 'Errors',
    isPresent: ({ operations }) =>
      operations.some(({ responses }) => responses.some(({ status }) => /^[45]/.test(String(status)))),
    show: errorsPart,
  },
];

/** Plans the pages: the chapters as written, then data pages whose title no chapter has. */
export function planGuide(contract: ContractModel): PlannedGuide {
  const { introduction, chapters } = splitGuide(contract.description);
  const parts = dataParts.filter(({ isPresent }) => isPresent(contract));
  const titles = new Map<string, string>();
  for (const { title } of [...chapters, ...parts])
    if (!titles.has(title.toLowerCase())) titles.set(title.toLowerCase(), title);
  const pages = [...titles].map(([key, title]) => ({
    title,
    texts: chapters.filter((chapter) => chapter.title.toLowerCase() === key).map(({ text }) => text),
    part: parts.find((part) => part.title.toLowerCase() === key) ?? null,
  }));
  return { introduction, pages };
}

export function guidePages({ pages }: PlannedGuide, site: Site): readonly DocPage[] {
  return pages.map(({ title, texts, part }, index) => ({
    path: site.guidePages[index]?.file ?? 'index.html',
    title,
    body: [
      texts.map((text) => html`<div class="prose">${renderMarkdown(text, 0)}</div>`),
      part === null ? null : part.show(site),
    ],
  }));
}
