/** What a property is about, by its name, its format and its type: one look in a table, no reading of sentences. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import { timeKindOf } from '../values/times.ts';
import { organizations, people } from './tables.ts';

const texts = {
  firstName: 'firstname givenname forename',
  lastName: 'lastname surname familyname',
  fullName:
    'fullname realname contactname customername authorname ownername assigneename recipientname sendername ' +
    'cardholdername contactperson author assignee reviewer artist manager instructor',
  login: 'username login handle nickname screenname userlogin',
  email: 'email emailaddress mail useremail contactemail customeremail authoremail billingemail',
  phone: 'phone phonenumber mobile mobilenumber telephone fax tel cell contactphone',
  company:
    'company companyname organization organisation organizationname employer businessname vendor brand',
  jobTitle: 'jobtitle occupation profession',
  department: 'department dept',
  title: 'name title label subject headline displayname shortname friendlyname',
  slug: 'slug permalink urlname',
  sentence:
    'description desc body text content summary notes note comment message bio about caption details instructions ' +
    'excerpt abstract remark remarks feedback review tagline subtitle overview purpose reason',
  city: 'city town locality hometown',
  region: 'region province county stateprovince',
  country: 'country countryname nationality',
  countryCode: 'countrycode countryiso isocountry countryiso2',
  postalCode: 'zip zipcode postalcode postcode',
  street: 'street streetaddress line1 address1 addressline1 addressline street1',
  address: 'address location fulladdress venue deliveryaddress shippingaddress billingaddress',
  timezone: 'timezone tz iana',
  language: 'language languagecode locale lang',
  currency: 'currency currencycode',
  color: 'color colour backgroundcolor textcolor hexcolor',
  tag: 'tag tags keyword keywords topics labels',
  category: 'category categories',
  genre: 'genre genres',
  cuisine: 'cuisine',
  species: 'species',
  material: 'material',
  fileName: 'filename originalname originalfilename',
  mediaType: 'mimetype contenttype mediatype',
  version: 'version appversion semver',
  sku: 'sku productcode partnumber ordernumber invoicenumber trackingnumber referencenumber serialnumber',
  image:
    'image imageurl avatar avatarurl photo photourl picture thumbnail thumbnailurl logo logourl icon iconurl cover coverurl',
  web: 'url website homepage',
  price: 'price amount cost total subtotal fee balance tax discount budget salary unitprice totalprice tip',
} as const;

const numbers = {
  price:
    'price amount cost total subtotal fee balance tax discount budget salary revenue unitprice totalprice totalamount ' +
    'shippingcost deposit fare rent wage income tip',
  percent: 'percent percentage progress pct completion discountpercent taxrate completionpercentage',
  rating: 'rating stars averagerating ratingaverage score',
  count:
    'count quantity qty stock views viewcount likes likescount followers followerscount servings capacity seats ' +
    'quantityavailable inventory guests members items pages passengers beds rooms downloads plays votes points',
  latitude: 'lat latitude',
  longitude: 'lng lon long longitude',
  age: 'age',
  year: 'year publishedyear publicationyear releaseyear',
  minutes: 'duration durationminutes minutes preptime cooktime preptimeminutes cooktimeminutes runtime',
  bytes: 'size bytes filesize sizebytes',
  measure: 'weight height width length depth distance volume area temperature speed elevation',
  position: 'position order index rank sortorder sequence',
} as const;

export type TextKind =
  keyof typeof texts | 'personName' | 'companyName' | 'cloudRegion' | 'host' | 'ip' | 'time';
export type NumberKind = keyof typeof numbers | 'time';
/** What a property is about. Shape: `values` are listed, of which each record has another one. */
export type Kind = TextKind | NumberKind | 'values' | 'switch';

const textKinds = tableOf<TextKind>(texts);
const numberKinds = tableOf<NumberKind>(numbers);

function tableOf<K extends string>(kinds: Readonly<Partial<Record<K, string>>>): ReadonlyMap<string, K> {
  const pairs = (Object.entries(kinds) as [K, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, K] => [name, kind]),
  );
  return new Map(pairs);
}

/** What texts of a format are about, whatever their name; `null` for what keeps its sample. */
const formats: Readonly<Record<string, TextKind | null>> = {
  email: 'email',
  'idn-email': 'email',
  date: 'time',
  'date-time': 'time',
  uri: 'web',
  url: 'web',
  iri: 'web',
  hostname: 'host',
  ipv4: 'ip',
  phone: 'phone',
  color: 'color',
};

/** Formats that add nothing to the name. */
const plain = new Set([
  'string',
  'text',
  'markdown',
  'html',
  'currency',
  'decimal',
  'iso-currency',
  'country',
]);

/**
 * Returns what a property is about; `null` for what no table has. Shape: `owner` is the name of what has the property,
 * in the singular, and `siblings` are the names beside it.
 */
export function kindOf(
  name: string,
  schema: SourceSchema,
  owner: string,
  siblings: ReadonlyMap<string, unknown>,
): Kind | null {
  const { types, values, bounds } = schema;
  if (values !== null) return values.length > 1 && !isTag(name) ? 'values' : null;
  if (bounds === null || types?.size !== 1) return null;
  if (types.has('boolean')) return 'switch';
  if (types.has('string')) return textKindOf(name, schema, owner, siblings);
  return types.has('integer') || types.has('number') ? numberKindOf(name, schema) : null;
}

/** Returns whether a property names the kind of its record, which is the same for all records of a resource. */
function isTag(name: string): boolean {
  return /^(?:object|resource|record|entity)(?:_?type)?$/i.test(name);
}

function textKindOf(
  name: string,
  schema: SourceSchema,
  owner: string,
  siblings: ReadonlyMap<string, unknown>,
): TextKind | null {
  const { format } = schema;
  const flat = flatten(name);
  if (format !== null && !plain.has(format)) {
    const byFormat = Object.hasOwn(formats, format) ? (formats[format] ?? null) : null;
    return byFormat === 'web' && lookUp(textKinds, name) === 'image' ? 'image' : byFormat;
  }
  if (isTimeName(name) || timeKindOf(name, schema) !== null) return 'time';
  if (flat === 'state') return hasPlace(siblings) ? 'region' : null;
  const kind = lookUp(textKinds, name);
  if (kind === 'region' && !hasPlace(siblings)) return 'cloudRegion';
  if (kind === 'image' && !flat.endsWith('url')) return null;
  const isCode = (schema.bounds?.maxLength ?? 3) < 3 || /\b(?:two-letter|alpha-2)\b/i.test(schema.text);
  if (kind === 'country' && isCode) return 'countryCode';
  if (kind !== 'title') return kind;
  const isName = /name$/.test(flat);
  if (isName && people.has(owner)) return 'personName';
  return isName && organizations.has(owner) ? 'companyName' : kind;
}

/** Returns whether there is a city or a country beside a property. */
function hasPlace(siblings: ReadonlyMap<string, unknown>): boolean {
  return [...siblings.keys()].some((each) => /^(?:city|country)/.test(lookUp(textKinds, each) ?? ''));
}

function numberKindOf(name: string, schema: SourceSchema): NumberKind | null {
  const { format } = schema;
  if (/^unix|timestamp|epoch/.test(format ?? '') || timeKindOf(name, schema) !== null) return 'time';
  if (/(?:_at|At|timestamp|Timestamp)$/.test(name)) return 'time';
  const kind = lookUp(numberKinds, name);
  return kind ?? (wordsOf(name).at(-1) === 'count' ? 'count' : null);
}

/** Looks up a name, else what is left of it without its first words: `home_city` is a city. */
function lookUp<K>(table: ReadonlyMap<string, K>, name: string): K | null {
  const words = wordsOf(name);
  const whole = table.get(words.join(''));
  if (whole !== undefined || words.length === 1) return whole ?? null;
  const last = table.get(words.at(-1) ?? '');
  return last !== undefined && !wholeNames.has(String(last)) ? last : null;
}

/** Names that count only as a whole: a `template_name` is not a title, and a `reply_text` may be anything. */
const wholeNames = new Set([
  'title',
  'fullName',
  'login',
  'sentence',
  'tag',
  'address',
  'position',
  'measure',
  'bytes',
]);

const timeEnds = new Set(['at', 'date', 'timestamp', 'datetime', 'deadline', 'birthday', 'dob', 'birthdate']);

/** Returns whether a text is named as a time. */
export function isTimeName(name: string): boolean {
  return timeEnds.has(wordsOf(name).at(-1) ?? '');
}
