/** Tables of values that look real. Data only: each list is one text, its entries apart by bars. */

function list(text: string): readonly string[] {
  return text.split('|').map((entry) => entry.trim());
}

/** Names of people: each first name goes with each last name. */
export const firstNames = list(
  'Amara|Jonas|Mei|Luca|Priya|Noah|Sofia|Elias|Hannah|Mateo|Freya|Omar|Clara|Kenji|Nadia|Oscar|Ines|Tomas|Zoe|Rafael|Leila|Hugo|Grace|Anton',
);
export const lastNames = list(
  'Okafor|Lindqvist|Chen|Moretti|Nair|Bennett|Almeida|Vogel|Fischer|Herrera|Larsen|Haddad|Dubois|Tanaka|Petrova|Murphy|Costa|Novak|Carter|Silva|Rahimi|Martin|Walker|Berg',
);

/** A city with its country, postal code and position, so that these agree. */
export interface City {
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly countryCode: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  readonly street: string;
}

export const places: readonly City[] = list(
  'Lisbon,Lisboa,Portugal,PT,1100-148,38.7223,-9.1393,Europe/Lisbon,18 Rua Augusta|' +
    'Austin,TX,United States,US,78701,30.2672,-97.7431,America/Chicago,410 Congress Avenue|' +
    'Lyon,Rhône,France,FR,69002,45.764,4.8357,Europe/Paris,7 Rue Mercière|' +
    'Leeds,England,United Kingdom,GB,LS1 4DY,53.8008,-1.5491,Europe/London,25 Park Row|' +
    'Hamburg,Hamburg,Germany,DE,20095,53.5511,9.9937,Europe/Berlin,12 Mönckebergstraße|' +
    'Osaka,Osaka,Japan,JP,530-0001,34.6937,135.5023,Asia/Tokyo,3 Umeda|' +
    'Toronto,ON,Canada,CA,M5H 2N2,43.6532,-79.3832,America/Toronto,100 Queen Street West|' +
    'Bologna,Emilia-Romagna,Italy,IT,40121,44.4949,11.3426,Europe/Rome,5 Via Rizzoli|' +
    'Melbourne,VIC,Australia,AU,3000,-37.8136,144.9631,Australia/Melbourne,200 Collins Street|' +
    'Utrecht,Utrecht,Netherlands,NL,3511 AX,52.0907,5.1214,Europe/Amsterdam,31 Oudegracht|' +
    'Bergen,Vestland,Norway,NO,5014,60.3913,5.3221,Europe/Oslo,9 Bryggen|' +
    'Nairobi,Nairobi,Kenya,KE,00100,-1.2921,36.8219,Africa/Nairobi,44 Kenyatta Avenue',
).map((entry) => {
  const [city = '', region = '', country = '', countryCode = '', postalCode = '', ...rest] = entry.split(',');
  const [latitude, longitude, timezone = '', street = ''] = rest;
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  return { city, region, country, countryCode, postalCode, ...at, timezone, street };
});

export const companies = list(
  'Northwind Foods|Bluepeak Software|Harbor & Finch|Alder Logistics|Lumen Health|Copperline Studio|Verdant Energy|Kestrel Bank|Juniper Travel|Ironwood Supply|Brightside Media|Tidewater Labs',
);
export const jobTitles = list(
  'Product Manager|Software Engineer|Accountant|Nurse|Head Chef|Data Analyst|Sales Lead|Designer|Warehouse Supervisor|Teacher',
);
export const departments = list('Engineering|Sales|Finance|Support|Marketing|Operations|Legal|Design');
export const colors = list('#3b82f6|#ef4444|#10b981|#f59e0b|#8b5cf6|#ec4899|#14b8a6|#6b7280');
export const colorNames = list('blue|red|green|orange|purple|pink|teal|gray');
export const currencies = list('USD|EUR|GBP');
export const cloudRegions = list('eu-west-1|us-east-1|ap-south-1|us-west-2|eu-central-1');
export const languages = list('en|de|fr|es|pt|ja');
export const tags = list('new|popular|urgent|seasonal|internal|archive|beta|featured|weekly|local');
export const categories = list('Home|Garden|Outdoors|Kitchen|Office|Travel|Music|Health');
export const genres = list('Mystery|Science Fiction|Jazz|Comedy|History|Folk|Drama|Electronic');
export const cuisines = list('Italian|Thai|French|Mexican|Indian|Japanese|Greek|Ethiopian');
export const species = list('dog|cat|rabbit|parrot|hamster|tortoise');
export const materials = list('oak|steel|cotton|linen|glass|leather');
export const files = list(
  'quarterly-report.pdf|team-photo.jpg|budget-2026.xlsx|contract-draft.docx|roadmap.pdf|meeting-notes.md|logo.svg|invoice-1042.pdf',
);
export const mediaTypes = list(
  'application/pdf|image/jpeg|application/vnd.openxmlformats-officedocument.spreadsheetml.sheet|application/vnd.openxmlformats-officedocument.wordprocessingml.document|application/pdf|text/markdown|image/svg+xml|application/pdf',
);

/** Sentences that fit most things that are described. */
export const sentences = list(
  'A short overview for anyone who is new to this.|Updated after the review in spring.|Please read the notes before you make changes.|Works well for small groups and busy weekdays.|Agreed with the team; details follow next week.|Popular with returning customers.|Includes everything that is needed to get started.|Checked twice, ready to go.|The first draft, with open questions at the end.|Moved here from the old system.',
);

/** Titles by what they are titles of. */
const titles: Readonly<Record<string, readonly string[]>> = {
  food: list(
    'Tomato Risotto|Green Curry|Lentil Soup|Apple Galette|Mushroom Ramen|Roast Chicken|Beetroot Salad|Fish Tacos|Lemon Tart|Chickpea Stew',
  ),
  task: list(
    'Review the launch checklist|Fix the sign-in redirect|Prepare the budget for May|Update the onboarding guide|Call the supplier|Book rooms for the offsite|Write release notes|Renew the certificates|Clean up old backups|Plan the user interviews',
  ),
  book: list(
    'The Salt Road|A Map of Small Hours|Winter Orchard|The Quiet Engine|Letters to the Tide|The Glass Harbor|Nine Bridges|The Last Lamplighter|Under Northern Skies|Paper Birds',
  ),
  music: list(
    'Slow Morning|Paper Lanterns|Northern Line|Blue Hour|Golden Static|Night Swim|Harbor Lights|Wild Thyme|Echo Park|Low Tide',
  ),
  film: list(
    'The Long Crossing|Midnight Bakery|Second Summer|The Cartographer|Rooftop Season|Glass Mountain|The Understudy|Harvest Moon|Signal Lost|Postcards from Home',
  ),
  post: list(
    'What we learned from a year of remote work|Five ways to plan a quieter week|Behind the scenes of our spring release|How to start a balcony garden|A guide to better code reviews|Notes from the harbor festival|Why small teams move faster|The case for slow travel',
  ),
  product: list(
    'Ceramic Mug|Trail Backpack|Desk Lamp|Wool Blanket|Espresso Grinder|Rain Jacket|Oak Chair|Travel Bottle|Linen Apron|Bike Light',
  ),
  event: list(
    'Spring Community Meetup|Quarterly Planning|Harbor Jazz Night|Design Review|Open Studio Day|Charity Run|Customer Breakfast|Summer Workshop',
  ),
  course: list(
    'Introduction to Statistics|Watercolor Basics|Spanish for Travelers|Web Accessibility|Home Baking|Public Speaking|Data Structures|Garden Design',
  ),
  team: list(
    'Platform|Customer Success|Design|Field Operations|Growth|Research|Finance|People|Security|Content',
  ),
  label: list(
    'Urgent|Customer request|Needs review|Good first issue|Blocked|Documentation|Experiment|Follow-up',
  ),
  project: list(
    'Website relaunch|Mobile app|Harbor redesign|Data warehouse|Customer portal|Spring campaign|Inventory sync|Payments upgrade|Help center|Search revamp',
  ),
  list: list('To do|In progress|Waiting|Done|Ideas|Later|This week|Backlog'),
  server: list(
    'web-01|api-gateway|worker-eu|cache-primary|search-node|staging-db|metrics|edge-proxy|build-runner|mail-relay',
  ),
  plan: list('Starter|Team|Business|Enterprise|Student|Nonprofit'),
  planet: list('Kepler Prime|Aurelia|Novara|Thalassa|Vesper|Cindra|Orrin|Zephyra'),
  pet: list('Biscuit|Luna|Pepper|Milo|Juno|Hazel|Otto|Nala|Fig|Ziggy'),
  file: files,
  room: list('Lighthouse|Garden Room|Studio North|Library|Atrium|Workshop|Terrace|Reading Corner'),
  station: list(
    'Central Station|Harbor Terminal|North Gate|Riverside|Old Town|Airport East|Market Square|University',
  ),
};

/** The kinds of titles by what has them, in the singular. */
const titledBy: Readonly<Record<string, string>> = {
  food: 'recipe dish meal menu food snack',
  task: 'task todo issue ticket card incident bug chore item checklist story reminder job workitem alert',
  book: 'book novel edition chapter',
  music: 'song track album playlist',
  film: 'movie film show episode video series',
  post: 'post article page blog news story thread discussion topic',
  product: 'product sku good variant listing offer',
  event: 'event meeting appointment conference session',
  course: 'course lesson class lecture module',
  team: 'team group department channel guild community role',
  label: 'label tag category sticker',
  project:
    'project board workspace repository repo app application site website service campaign milestone epic goal portfolio',
  list: 'list column section stage',
  server: 'server droplet node cluster instance host machine database container volume pod deployment',
  plan: 'plan subscription tier membership package',
  planet: 'planet star moon galaxy',
  pet: 'pet animal dog cat horse',
  file: 'file document attachment upload asset',
  room: 'room venue hall space shelf folder collection drawer',
  station: 'station stop airport terminal port',
};

/** The titles of a thing, by its name in the singular. */
export const titlesOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(titledBy).flatMap(([kind, nouns]) =>
    nouns.split(' ').map((noun): [string, readonly string[]] => [noun, titles[kind] ?? []]),
  ),
);

/** Things whose names are those of people, and of companies. */
export const people = new Set(
  (
    'user person customer contact member author employee passenger patient owner assignee student teacher guest ' +
    'player driver doctor artist performer buyer seller recipient sender subscriber creator reviewer attendee ' +
    'candidate client account profile actor pilot reporter vet host tenant lead participant collaborator shipping billing ' +
    'admin administrator trainer trainee coach instructor learner nurse therapist caregiver colleague ' +
    'consultant technician engineer developer speaker singer musician dancer composer writer ' +
    'translator photographer designer chef waiter courier farmer gardener librarian borrower reader voter ' +
    'volunteer donor applicant recruiter resident visitor traveler traveller rider walker athlete referee'
  ).split(' '),
);
export const organizations = new Set(
  'company organization organisation vendor supplier merchant brand store shop airline publisher manufacturer employer operator business agency partner'.split(
    ' ',
  ),
);

/** Adjectives of titles that no table has. */
export const adjectives = list(
  'Northern|Coastal|Silver|Everyday|Autumn|Central|Golden|Compact|Riverside|Classic|Amber|Quiet',
);
