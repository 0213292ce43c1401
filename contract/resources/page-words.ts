/** Names that parameters and bodies have for pages. */
import { flatten } from './words.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Parameters with the size of a page, the most certain first. */
export const sizes = words(
  'limit perpage pagesize maxresults itemsperpage resultsperpage pagelimit maxpagesize pagelength maxitems batchsize ' +
    'resultsize rowsperpage numresults maxcount querylimit top first take size count rows results max',
);

/** Parameters with the number of a page. */
export const pages = words('page pagenumber pagenum pageno pageindex currentpage pagenr p');

/** Parameters with a number of items to skip. */
export const offsets = words(
  'offset skip startat startindex pageoffset firstresult resultoffset startrow startfrom start from begin',
);

/** Parameters with an opaque text that names a page. */
export const tokens = words(
  'cursor pagetoken nextpagetoken nexttoken continuationtoken pagecursor nextcursor marker continue startcursor ' +
    'startingtoken skiptoken iterator scrollid exclusivestartkey pageafter afterkey bookmark nextmarker pagingtoken paginationtoken nextpage ' +
    'next token',
);

/** Parameters with the id of the last item of the page before. */
export const afters = words('startingafter after afterid startafter sinceid lastid lastseenid fromid');

/** Properties that leave no doubt that a list has pages. */
export const nexts: ReadonlySet<string> = new Set(
  words(
    'nextcursor nexttoken nextpagetoken continuationtoken nextpage next nextmarker nextpageuri nextpageurl nextlink ' +
      'odatanextlink continue cursor iterator after endcursor nextoffset scrollid nextrecordstoken nextpagecursor nexturl nexturi',
  ),
);

/** Properties that say whether there are more items. */
export const flags: ReadonlySet<string> = new Set(
  words('hasmore hasnext hasnextpage more istruncated moreresults hasmoreitems'),
);

/** Properties with the number of all items. */
export const totals: ReadonlySet<string> = new Set(
  words(
    'total totalcount totalresults totalitems count totalelements totalrecords odatacount ' +
      'totalsize itemstotal results totalentries totalnumber totalhits fullsize',
  ),
);

/** Objects in a body that describe the page. */
export const groups: ReadonlySet<string> = new Set(
  words(
    'pagination paging meta metadata links pageinfo page responsemetadata nextpage cursors listmetadata pages',
  ),
);

const others: ReadonlySet<string> = new Set(
  words(
    'prev previous previouspage prevpage previouspageuri firstpageuri lastpageuri first last self firstid lastid href ' +
      'url uri start end order object kind ok type pagecount totalpages pagestotal currentpage sort before prevcursor ' +
      'previouscursor endingbefore version apiversion etag synctoken prevmarker query took timedout timestamp',
  ),
);

const parameters: ReadonlySet<string> = new Set([...sizes, ...pages, ...offsets, ...tokens, ...afters]);

/** Returns whether a property of a body is about the page, and not about a record. */
export function isAboutPages(property: string): boolean {
  const name = flatten(property.replace(/^@?odata\./, 'odata'));
  return [nexts, flags, totals, groups, others, parameters].some((words) => words.has(name));
}

/** Returns whether a parameter selects a page of a list. */
export function isPageParameter(name: string): boolean {
  return parameters.has(flatten(name));
}

/** Returns whether a property is only in bodies that are one page of a list. */
export function isPage(property: string): boolean {
  const name = flatten(property);
  return flags.has(name) || name.startsWith('total') || (nexts.has(name) && name !== 'next');
}
