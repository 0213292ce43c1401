/** The rules for every single response, and their rationale. */
import type { Basis, Check } from '../model/check.ts';

const stated: Basis = { kind: 'contract' };

const common = { family: 'response', level: 'passive' } as const;

/** The checks of responses, C01 to C23, of any API. */
export const responseChecks: readonly Check[] = [
  {
    ...common,
    id: 'C01',
    title: 'The status is declared by the operation.',
    description:
      'Looks up the status of each response among those of its operation. An undeclared 5xx is left to C06; an undeclared 400, 401, 403, 404 or 429 only warns.',
    rationale:
      'A client does not handle an undeclared status and may treat a success as a failure or vice versa.',
    basis: stated,
  },
  {
    ...common,
    id: 'C02',
    title: 'The content type is declared for the status.',
    description:
      'Compares the media type of each response with a body to those declared for its status, ignoring parameters and case. JSON that names another charset than UTF-8 only warns.',
    rationale: 'Clients choose a parser by content type and ignore bodies of another type.',
    basis: stated,
  },
  {
    ...common,
    id: 'C03',
    title: 'The body matches the schema of its status.',
    description:
      'Parses each JSON body and validates it against the declared schema. C09 checks required properties that may be null, and the stream checks events.',
    rationale:
      'A typed client trusts the schema: a missing property or a wrong type breaks it far from the cause.',
    basis: stated,
  },
  {
    ...common,
    id: 'C04',
    title: 'Declared headers are present and well-formed.',
    description: 'Looks for the headers that are required for the status, and reads those that are declared.',
    rationale: 'Without them a client does not know where to sign in, when to retry, or how to go on.',
    basis: stated,
  },
  {
    ...common,
    id: 'C05',
    title: 'Every error response has the error object as its body.',
    description: 'Checks the body of each 4xx and 5xx against the form that every error has.',
    rationale: 'Clients display errors in one place; another body leaves their users without a reason.',
    basis: stated,
  },
  {
    ...common,
    id: 'C06',
    title: 'No request makes the service fail.',
    description:
      'Looks for a 5xx response to any request. A declared one counts too, unless the driver provoked it or it reports that another server could not be reached.',
    rationale:
      'A 5xx means that the service broke: the caller can neither correct the request nor know what was done.',
    basis: stated,
  },
  {
    ...common,
    id: 'C07',
    title: 'Bodies have only the properties that the contract lists.',
    description:
      'Compares the properties of each object with those of its schema, where the specification shows what the object contains. Events may have more.',
    rationale: 'Clients cannot rely on unlisted properties, and they are often leaked internal data.',
    basis: {
      kind: 'practice',
      description: 'The contract describes every property of a response.',
    },
  },
  {
    ...common,
    id: 'C08',
    title: 'Timestamps are ISO 8601.',
    description:
      'Parses the strings of properties that the contract describes as points in time. A time without a zone only warns.',
    rationale: 'A time in another format is misread or rejected.',
    basis: stated,
  },
  {
    ...common,
    id: 'C09',
    title: 'Required properties that may be null are present.',
    description: 'Looks for each property that the schema requires and allows to be null.',
    rationale: 'A client that checks for null does not expect `undefined`.',
    basis: stated,
  },
  {
    ...common,
    id: 'C10',
    title: 'No operation is much slower than the others.',
    description:
      'Compares the median response time of each operation with that of the others, without waits and calls of other servers. Where all are slow, looks whether that has spent the budget of the run.',
    rationale: 'A page that reads several records waits for the slowest one.',
    basis: {
      kind: 'practice',
      description: 'More than a second, and 20 times as long as other operations, is slow.',
    },
  },
  {
    ...common,
    id: 'C11',
    title: 'Identifiers and times are strings.',
    description:
      'Looks at the properties named id, or ending with Id or At, in the records of each response; not in values that customers and other services provide. An id that is null only warns.',
    rationale: 'Languages with types cannot read a record whose id is a number.',
    basis: stated,
  },
  {
    ...common,
    id: 'C12',
    title: 'A list contains each record once.',
    description: 'Compares the ids of the records in each list of a response.',
    rationale: 'Pages that identify rows by their id show wrong ones.',
    basis: { kind: 'practice', description: 'A list names each record once.' },
  },
  {
    ...common,
    id: 'C13',
    title: 'A response is about the record of its path.',
    description: 'Compares the ids in the path of each request with those in its response.',
    rationale: 'A page would show or change another record than the one that was requested.',
    basis: { kind: 'practice', description: 'The id in a path names the record in the response.' },
  },
  {
    ...common,
    id: 'C14',
    title: 'A new record has a unique id.',
    description: 'Compares the ids in all responses that create a record.',
    rationale: 'The second record would replace the first one in every client.',
    basis: { kind: 'practice', description: 'Ids are unique.' },
  },
  {
    ...common,
    id: 'C15',
    title: 'The times of a record are in order.',
    description:
      'Compares createdAt with updatedAt, publishedAt and startedAt, and startedAt with completedAt, with a second of tolerance.',
    rationale: 'Lists that are sorted by time, and durations, would be wrong.',
    basis: { kind: 'practice', description: 'A record is created before it changes or ends.' },
  },
  {
    ...common,
    id: 'C16',
    title: 'Immutable values are the same in every response.',
    description: 'Compares the properties that never change of each record in all responses of the run.',
    rationale: 'Clients that cache records would mix up their owners and their age.',
    basis: { kind: 'practice', description: 'The origin of a record does not change.' },
  },
  {
    ...common,
    id: 'C17',
    title: 'The counts and links of a page agree.',
    description:
      'Compares the number of pages with the number of rows and the size of a page, hasMore with the number of the page, and the query of the links to the next and the previous page with that of the request.',
    rationale: 'A list with page numbers would omit its last page, or link to rows of another query.',
    basis: {
      kind: 'practice',
      description:
        'The number of pages is the number of rows divided by their size, rounded up, and a link with a page number repeats the query.',
    },
  },
  {
    ...common,
    id: 'C19',
    title: 'No cache keeps what belongs to one caller.',
    description:
      'Looks for `public` and `s-maxage` in the Cache-Control of responses that need a credential, and for `max-age` in that of streams.',
    rationale:
      'A proxy would return the records of one customer to another, or the stream of an earlier run.',
    basis: {
      kind: 'practice',
      description:
        'RFC 9111: `public` and `s-maxage` let shared caches store a response that needs a credential.',
    },
  },
  {
    ...common,
    id: 'C20',
    title: 'A property has one type.',
    description:
      'Compares the types of properties with names of several words in the responses of all operations, and those of all properties of the same record. Reports a type that only one operation uses where several others use another one. Amounts of money, null, and values that customers provide are not compared.',
    rationale: 'A client has one type for a record, and cannot read it from one of the operations.',
    basis: { kind: 'practice', description: 'Operations that return the same property use the same type.' },
  },
  {
    ...common,
    id: 'C21',
    title: 'A credential that is accepted is not rejected with 401.',
    description:
      'Looks for 401 in responses of an operation that accepted the same credential in another request.',
    rationale: 'A client would sign its user out because of a mistake in the request.',
    basis: { kind: 'practice', description: '401 means that the credential is missing or invalid.' },
  },
  {
    ...common,
    id: 'C22',
    title: 'A response is only compressed for a client that accepts it.',
    description:
      'Compares the Content-Encoding of each response with the Accept-Encoding of its request. One request of each operation that reads accepts no coding.',
    rationale: 'A client that cannot decompress would read noise.',
    basis: { kind: 'practice', description: 'RFC 9110: the client names the codings that it accepts.' },
  },
  {
    ...common,
    id: 'C23',
    title: 'Expired records are no longer shown as pending.',
    description:
      'Looks for records that wait, by their status, more than five minutes after their expiry. The latest time at which a record of the run was created or changed is taken as the present.',
    rationale: 'A person would be asked for a decision that is rejected.',
    basis: { kind: 'practice', description: 'A record that waits stops waiting when it expires.' },
  },
  {
    ...common,
    id: 'C24',
    title: 'No error shows a stack trace.',
    description: 'Looks for lines of stack traces of common languages in the bodies of errors.',
    rationale: 'It shows an attacker the files, libraries and versions of the service.',
    basis: { kind: 'practice', description: 'Errors describe the request, and not the program.' },
  },
  {
    ...common,
    id: 'C25',
    title: 'The status of a problem is that of its response.',
    description: 'Compares the `status` of each body of application/problem+json with that of the response.',
    rationale: 'A client that reads the body would handle another error than one that reads the response.',
    basis: { kind: 'practice', description: 'RFC 9457 3.1.2: the response has the same status.' },
  },
];
