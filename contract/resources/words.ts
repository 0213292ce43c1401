/**
 * Compares names of paths, parameters and properties, whatever their case, separators and number; knows those of pages.
 */
import { memoizeByText } from '../memoize.ts';

/** A name in the forms that are compared. */
interface NameForms {
  readonly words: readonly string[];
  readonly flat: string;
  readonly singular: string;
}

/** Why: descriptions compare the same names again and again. */
const formsOf = memoizeByText((name): NameForms => {
  const words = splitWords(name);
  const singular = [...words.slice(0, -1), ...words.slice(-1).map(singularOf)].join('');
  return { words, flat: words.join(''), singular };
});

/** Returns the lower-case words of a name: `domainRecordID` and `domain_record_id` are `domain`, `record`, `id`. */
export function wordsOf(name: string): readonly string[] {
  return formsOf(name).words;
}

function splitWords(name: string): readonly string[] {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  return words.length > 1 ? withoutForeignKey(words) : words;
}

/** Returns the words of a name without the mark of a foreign key: `projectIDFK` and `project_fk` are `project`, `id`. */
function withoutForeignKey(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  if (last !== 'fk' && last !== 'idfk') return words;
  const rest = words.slice(0, -1);
  return rest.at(-1) === 'id' ? rest : [...rest, 'id'];
}

/** Returns a name without case and separators. */
export function flatten(name: string): string {
  return formsOf(name).flat;
}

const irregular = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    indices: 'index',
    indexes: 'index',
    vertices: 'vertex',
    matrices: 'matrix',
    statuses: 'status',
    aliases: 'alias',
    media: 'medium',
    criteria: 'criterion',
    analyses: 'analysis',
    hypotheses: 'hypothesis',
    axes: 'axis',
    series: 'series',
    species: 'species',
    news: 'news',
    data: 'data',
    movies: 'movie',
    caches: 'cache',
    databases: 'database',
    releases: 'release',
    licenses: 'license',
    purchases: 'purchase',
    invoices: 'invoice',
    courses: 'course',
    houses: 'house',
    warehouses: 'warehouse',
    leases: 'lease',
    cases: 'case',
    phases: 'phase',
    bases: 'base',
    expenses: 'expense',
    responses: 'response',
    diagnoses: 'diagnosis',
    cookies: 'cookie',
    ties: 'tie',
    status: 'status',
    address: 'address',
    access: 'access',
    process: 'process',
    business: 'business',
    class: 'class',
    bus: 'bus',
    lens: 'lens',
    sms: 'sms',
    dns: 'dns',
    aws: 'aws',
  }),
);

/** Returns the singular of a lower-case word. */
export function singularOf(word: string): string {
  const existing = irregular.get(word);
  if (existing !== undefined) return existing;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith('s') && word.length > 2 ? word.slice(0, -1) : word;
}

/** Returns a name without case and separators, its last word in the singular. */
export function singularName(name: string): string {
  return formsOf(name).singular;
}

/** Returns whether two names are the same apart from case, separators and number. */
export function isSameName(one: string, other: string): boolean {
  return singularName(one) === singularName(other);
}

/**
 * Returns whether one name is the end of the other apart from case, separators and number: `domain_record` and
 * `records`.
 */
export function isSameEnd(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return false;
  return singularName(short.join(' ')) === singularName(long.slice(-short.length).join(' '));
}

export function isPlural(name: string): boolean {
  const last = wordsOf(name).at(-1) ?? '';
  return singularOf(last) !== last;
}

const verbs = new Set(
  (
    'accept acknowledge activate add allocate apply approve archive assign attach authorize autocomplete block book ' +
    'calculate cancel capture check checkout claim clear clone close complete compute confirm convert copy deactivate ' +
    'decline decrypt deny deploy detach disable dismiss dispatch download draft duplicate edit enable encrypt estimate ' +
    'evaluate execute expire export extend fail favorite finalize finish fix flag follow forward freeze fork generate ' +
    'get hide import increment init initiate insert install instantiate invalidate invite invoke issue join kick leave like link lock ' +
    'login logout mark match merge migrate move mute notify open pause pay ping pin play poll predict preview process ' +
    'promote publish pull purge push query read reactivate reboot rebuild recalculate recover redeem redeliver refresh ' +
    'refund register reindex reject release reload remove rename renew reopen reorder replay report request resend ' +
    'reset resize resolve restart restore repeat resume retry return revert review revoke rollback rotate run save scale scan seek ' +
    'schedule send set share ship shuffle shutdown sign simulate skip sleep snooze split star start stop submit subscribe ' +
    'suspend swap switch sync synchronize terminate test toggle track transfer transition translate trigger unarchive ' +
    'unassign unblock undo unfollow unfreeze unlink unlock unmute unpin unpublish unstar unsubscribe unsuspend update ' +
    'upgrade upload use validate verify void wait wake watch withdraw kill connect disconnect unpause prune bind unbind ' +
    'replicate modify recognize parse rerun regenerate recreate reissue analyze categorize classify detect extract ' +
    'identify reconcile summarize'
  ).split(' '),
);

/** Returns whether the last segment of a path is a verb. */
export function isVerb(segment: string): boolean {
  const [first = ''] = wordsOf(segment);
  return verbs.has(first);
}

/** Returns the place in a list, oldest first, that the end of a path names: `latest` or `first`; `null` for none. */
export function endOf(segment: string): 0 | -1 | null {
  const name = flatten(segment);
  if (/^(?:first|oldest|earliest)$/.test(name)) return 0;
  return /^(?:last|latest|newest|(?:most)?recent)$/.test(name) ? -1 : null;
}

/** Words of schema names that distinguish variants of one record. */
const variants = new Set(
  (
    'compact summary response request base simple simplified minimal mini full detail detailed details preview entity view ' +
    'short brief basic object resource dto read output partial extended public private item model result nullable ' +
    'schema record info get list nested ref writable representation'
  ).split(' '),
);

/** Returns the name of the record that a schema is a variant of: `task` of `TaskCompact` and of `TaskResponse`. */
export function recordName(schema: string): string {
  const words = wordsOf(schema);
  const core = words.filter((word) => !variants.has(word) && !/^v?\d+$/.test(word));
  return (core.length === 0 ? words : core).map(singularOf).join('');
}

/** Returns the name of the record in the name of a property with its key; `null` for another property. */
export function referredName(name: string): string | null {
  const words = wordsOf(name);
  const isFirst = words[0] === 'id';
  if (words.length < 2 || !(isFirst || ['id', 'gid', 'uuid', 'sid'].includes(words.at(-1) ?? '')))
    return null;
  return (isFirst ? words.slice(1) : words.slice(0, -1)).join('_');
}

/** Returns a name without the word for a key that it ends in: `tag` of `tagId`, `group_ids` and `tag_slug`. */
export function bareName(name: string): string {
  const words = wordsOf(name);
  if (words.length > 1 && keyWords.has(singularOf(words.at(-1) ?? ''))) return words.slice(0, -1).join('_');
  return name.replace(/(?:uuid|id|key|slug|name)s?$/i, '');
}

const keyWords: ReadonlySet<string> = new Set(['id', 'gid', 'sid', 'uuid', 'key', 'slug', 'name']);

/** Returns whether a name is that of a list of what was done to records. */
export function isLog(name: string): boolean {
  return /^(?:actions|commands|operations|events)$/i.test(name);
}

/** Returns whether a word says that something is done with several records. */
export function isOfSeveral(word: string): boolean {
  return word === 'batch' || word === 'bulk';
}

/** Returns whether a name is that of background work, such as jobs. */
export function isWork(name: string): boolean {
  return /(?:job|export|import|run|operation|batch|scan|download)(?:e?s)?$/i.test(name);
}

const words = (text: string): readonly string[] => text.split(' ');

/** Parameters with the size of a page, the most certain first. */
export const sizes = words(
  'limit perpage pagesize maxresults itemsperpage resultsperpage pagelimit maxpagesize pagelength pagelen maxitems batchsize ' +
    'resultsize displaysize rowsperpage numresults maxcount querylimit top first take size count rows results max',
);

/** Parameters with the number of a page. */
export const pages = words(
  'page pagenumber pagenum pageno pageindex currentpage pagenr p skippages pagestoskip',
);

/** Parameters with a number of items to skip. */
export const offsets = words(
  'offset rowoffset skip startat startindex pageoffset firstresult resultoffset startrow startfrom start from begin',
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

/** Properties that show whether there are more items. */
export const flags: ReadonlySet<string> = new Set(
  words('hasmore hasnext hasnextpage more istruncated moreresults hasmoreitems'),
);

/** Properties with the number of all items. */
export const totals: ReadonlySet<string> = new Set(
  words(
    'total totalcount totalresults totalitems count totalelements totalrecords odatacount ' +
      'totalsize numfound itemstotal results totalentries totalnumber totalhits fullsize',
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
  return (
    flags.has(name) || name.startsWith('total') || name === 'numfound' || (nexts.has(name) && name !== 'next')
  );
}
