/** Well-formed but invalid requests: a table of cases that schema validation does not detect. */
import { operationKey } from '../../contract/operations.ts';
import { provenanceOfStatus, type Provenance } from '../provenance/provenance.ts';
import type { Case, Subject, CaseSet } from './case.ts';
import type { Expectation, ExpectedStatus } from '../model/expectation.ts';
import { varyId } from '../agent-platform/scenarios/read-value.ts';
import { propertiesOf, withJson, withQuery, type RequestForm, type Texts } from './request-form.ts';
import { constantFrom, stringMatching, tuple, type Arbitrary } from 'fast-check';
import { factsOf } from '../../contract/facts/facts.ts';
import { provenanceOfOperation, weakestProvenance } from './request-provenance.ts';
import { declared, errorStatusesOf } from './expected-response.ts';

/** Other records. Shape: `scratchAgent` is an empty agent that was created for the run; `null` if there is none. */
export interface Siblings {
  readonly scratchAgent: string | null;
}

type Row = (subject: Subject, siblings: Siblings) => readonly Case[] | string;

/** Operations with such cases. */
const rows: Partial<Record<string, Row>> = {
  fetchAgentCard: (subject) => {
    const cardAt = (url: string, expectedError: ExpectedError): Case =>
      caseOf(subject, withJson(subject.base, { ...propertiesOf(subject.base), url }), expectedError);
    const inside = insideAddresses.map(([description, url]) =>
      cardAt(url, {
        description: `A card at ${description}`,
        statuses: [400],
        // Why: a service may rely on a firewall that blocks the connection.
        tolerated: [502],
        facts: ['F-4.2-027', 'F-4.2-031'],
      }),
    );
    const unreachable = cardAt('https://cards.invalid/card.json', {
      description: 'A card at a host that does not exist',
      // Why 400: a service may resolve the host when it validates the URL.
      statuses: [502, 400],
      tolerated: [],
      facts: ['F-4.2-035'],
    });
    return [...inside, unreachable];
  },
  synthesizeAgentVoice: (subject) => [emptyText(subject, 'text', 'F-4.2-232')],
  getAgentVersion: (subject, { scratchAgent }) => {
    const stranger = strangerTo(subject, scratchAgent);
    if (stranger === null) return NO_OTHER_AGENT;
    const form = { ...subject.base, path: { ...subject.base.path, agentId: stranger } };
    const description = 'A version of another agent';
    return [
      caseOf(subject, form, {
        description,
        statuses: [400],
        tolerated: [404],
        facts: ['F-4.1-037', 'F-9-006'],
      }),
    ];
  },
  publishAgentVersion: (subject, { scratchAgent }) => {
    const stranger = strangerTo(subject, scratchAgent);
    if (stranger === null) return NO_OTHER_AGENT;
    if (subject.confidence === 'guessed') return NO_BODY;
    const form = { ...subject.base, path: { ...subject.base.path, agentId: stranger } };
    const description = 'Publishing a version of another agent';
    return [
      caseOf(subject, form, {
        description,
        statuses: [400, 404],
        tolerated: [],
        facts: ['F-3-026', 'F-9-006'],
      }),
    ];
  },
  addAgentCapability: (subject) => {
    if (subject.isBorrowed) return NO_OTHER_AGENT;
    const form = withJson(subject.base, {
      ...propertiesOf(subject.base),
      toolName: 'bound_twice_by_a_check',
    });
    const description = 'A tool name that the agent already has';
    const expected = { description, statuses: [409], tolerated: [], facts: ['F-4.2-072', 'F-4.2-079'] };
    return [
      { ...caseOf(subject, form, expected), before: [form] },
      emptyText(subject, 'toolName', 'F-2.3-001'),
    ];
  },
  refreshAgentCard: (subject, { scratchAgent }) => {
    if (scratchAgent === null) return NO_OTHER_AGENT;
    const form = { ...subject.base, path: { id: scratchAgent } };
    const description = 'The card of an agent that is not external';
    return [caseOf(subject, form, { description, statuses: [400], tolerated: [404], facts: ['F-4.2-222'] })];
  },
  registerAgent: (subject) => {
    const form = withJson(subject.base, {
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion: forgedAssertion(),
      requested_credential_type: 'api_key',
    });
    const description = 'An assertion of an untrusted issuer with an invalid signature';
    return [
      caseOf(subject, form, {
        description,
        statuses: ['4XX'],
        tolerated: [],
        facts: ['F-5-073', 'F-5-074'],
      }),
    ];
  },
  pollProductEvents: (subject) => {
    const form = withQuery(subject.base, 'name', 'svc.never_heard_of');
    const description = 'A name that no event has';
    return [
      caseOf(subject, form, {
        description,
        statuses: [400],
        tolerated: [403],
        facts: ['F-4.7-031', 'F-7-018'],
      }),
    ];
  },
};

/** Why a warning: the source only states that the text may not be missing. */
function emptyText(subject: Subject, name: string, fact: string): Case {
  const form = withJson(subject.base, { ...propertiesOf(subject.base), [name]: '' });
  const made = caseOf(subject, form, {
    description: `An empty ${name}`,
    statuses: errorStatusesOf(subject),
    tolerated: [],
    facts: [fact],
  });
  return { ...made, expectation: { ...made.expectation, severity: 'warn' } };
}

const NO_OTHER_AGENT = 'No other agent is known: the response that created one has no id.';
const NO_BODY = 'No version is known: name a body in conformance.yaml under bodies.publishAgentVersion.';

/** Returns whether an operation has such cases. */
export function hasSemanticCases(operation: { readonly id: string }): boolean {
  return rows[operation.id] !== undefined;
}

/** Returns whether the cases of an operation need another agent. */
export function needsOtherAgent({ id }: { readonly id: string }): boolean {
  return id === 'getAgentVersion' || id === 'publishAgentVersion' || id === 'refreshAgentCard';
}

/** Creates the well-formed but invalid requests of an operation, or returns why there are none. */
export function semanticNegatives(subject: Subject, siblings: Siblings): readonly Case[] | string {
  return rows[subject.operation.id]?.(subject, siblings) ?? [];
}

/** URLs of internal addresses, and URLs that are not HTTP. */
const insideAddresses: readonly (readonly [description: string, url: string])[] = [
  ['the loopback address', 'http://127.0.0.1/card.json'],
  ['a short loopback address', 'http://127.1/card.json'],
  ['the loopback address as one number', 'http://2130706433/card.json'],
  ['the loopback address in hexadecimal', 'http://0x7f000001/card.json'],
  ['the loopback address in octal', 'http://0177.0.0.1/card.json'],
  ['the unspecified address', 'http://0.0.0.0/card.json'],
  ['localhost', 'http://localhost/card.json'],
  ['the loopback address of IPv6', 'http://[::1]/card.json'],
  ['an IPv4-mapped loopback address', 'http://[::ffff:127.0.0.1]/card.json'],
  ['a unique local address', 'http://[fd00::1]/card.json'],
  ['a private address', 'http://10.0.0.1/card.json'],
  ['another private address', 'http://192.168.0.1/card.json'],
  ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
  [
    'an internal address after user info that looks like a public host',
    'http://example.com@127.0.0.1/card.json',
  ],
  [
    'an internal address with a fragment that looks like a public host',
    'http://127.0.0.1#@example.com/card.json',
  ],
  ['a file URL', 'file:///etc/passwd'],
  ['an FTP server', 'ftp://example.com/card.json'],
  ['a data URL', 'data:application/json,%7B%7D'],
];

/** Creates a JWT with plausible claims that nobody has signed. */
function forgedAssertion(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: 'https://identity.nobody.test',
    sub: 'person_of_a_check',
    email: 'person-of-a-check@example.org',
    email_verified: true,
    jti: `backlot-check-${iat}`,
    iat,
    exp: iat + 300,
  };
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}.${Buffer.alloc(64, 7).toString('base64url')}`;
}

function strangerTo({ base }: Subject, scratchAgent: string | null): string | null {
  return scratchAgent === base.path['agentId'] ? null : scratchAgent;
}

interface ExpectedError {
  readonly description: string;
  readonly statuses: readonly ExpectedStatus[];
  readonly tolerated: readonly ExpectedStatus[];
  readonly facts: readonly string[];
}

function caseOf({ operation }: Subject, form: RequestForm, expectedError: ExpectedError): Case {
  const [status = 400] = expectedError.statuses;
  const { place } = provenanceOfStatus(operation, typeof status === 'number' ? status : 400);
  const expectation: Expectation = {
    ...expectedError,
    severity: 'fail',
    place,
    assumption: null,
    wording: null,
  };
  return { form, expectation, before: [], keeps: null };
}

/** The value of a path parameter without a configured one. */
const PLACEHOLDER = 'no_such_record';

/** An id of no record. Why `also`: the source lists 400 for any invalid id; C01 warns of it where it is not declared. */
interface UnknownId {
  readonly text: string;
  readonly description: string;
  readonly also: readonly 400[];
}

const unknown: readonly UnknownId[] = [
  { text: 'unknown_to_everybody_1042', description: 'unknown', also: [] },
  { text: '00000000-0000-4000-8000-000000000000', description: 'unknown', also: [] },
  { text: 'not an id!', description: 'malformed', also: [400] },
  { text: 'x'.repeat(200), description: 'very long', also: [400] },
];

/** Creates the requests of an operation with ids of records that do not exist. */
export function unknownIds(subject: Subject): CaseSet {
  const names = subject.operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  if (names.length === 0 || expected(subject).length === 0) return { cases: [], random: null };
  const cases = names.flatMap((name) => unknown.map((id) => unknownIdCase(subject, name, id)));
  return { cases: [...cases, ...similarIds(subject, names)], random: randomIds(subject, names) };
}

/**
 * Creates requests with an id of the form of a known one, for which 404 is expected. Why a warning: a service may
 * validate more than the form. Why not a short id: another record may have it. Why not a version: the source has 400 for one of another agent.
 */
function similarIds(subject: Subject, names: readonly string[]): readonly Case[] {
  const { base, baseline, operation } = subject;
  const isKnown = baseline !== null && baseline < 300 && declared(operation, [404]).length > 0;
  return names
    .filter((name) => isKnown && name !== 'versionId' && /[a-z0-9]{10}/i.test(base.path[name] ?? ''))
    .map((name) => {
      const id = { text: varyId(base.path[name] ?? ''), description: 'unknown', also: [] };
      const made = unknownIdCase(subject, name, id);
      const { expectation } = made;
      const statuses = expectation.statuses.filter((status) => status !== 400);
      const description = `An unknown ${name} of the usual form`;
      return { ...made, expectation: { ...expectation, description, statuses, severity: 'warn' } };
    });
}

/** Returns whether an operation has an id in its path and declares an error for an unknown one. */
export function canNameNothing(subject: Pick<Subject, 'operation'>): boolean {
  const isNaming = subject.operation.parameters.some((parameter) => parameter.in === 'path');
  return isNaming && expected(subject).length > 0;
}

function expected({ operation }: Pick<Subject, 'operation'>): readonly number[] {
  return declared(operation, [400, 404]);
}

/** Why once: fast-check takes milliseconds to create it. */
const randomText = stringMatching(/^[a-z]{2,6}_[A-Za-z0-9]{12,30}$/);

function randomIds(subject: Subject, names: readonly string[]): Arbitrary<Case> {
  return tuple(constantFrom(...names), randomText).map(([name, text]) =>
    unknownIdCase(subject, name, { text, description: 'unknown', also: [] }),
  );
}

function unknownIdCase(subject: Subject, name: string, { text, description, also }: UnknownId): Case {
  const { base, missing } = subject;
  const filled: Texts = Object.fromEntries(missing.map((each) => [each, PLACEHOLDER]));
  const form = { ...base, path: { ...filled, ...base.path, [name]: text } };
  const expectation = expectNothing(subject, `An ${description} ${name}`.replace(/^An (?=[^aeiou])/, 'A '));
  const statuses = [...new Set([...expectation.statuses, ...also])];
  return { form, expectation: { ...expectation, statuses }, before: [], keeps: null };
}

/**
 * Expects the error for an unknown record.
 *
 * Why 403 is tolerated: a service that hides which records exist may return it, although it is misleading for a key
 * with every permission. A public operation may return 403 as well: fetching a private asset does.
 */
function expectNothing(subject: Subject, description: string): Expectation {
  const { operation, baseline } = subject;
  const isOpen =
    operation.security.length === 0 || operation.security.some(({ schemes }) => schemes.length === 0);
  const isBarred = isOpen || baseline === 403;
  const statuses = [...expected(subject), ...(isBarred ? declared(operation, [403]) : [])];
  const tolerated = isOpen ? [] : declared(operation, [403, 410]);
  return { description, statuses, tolerated, wording: null, ...provenanceOf(subject) };
}

function provenanceOf({ operation }: Subject): Provenance {
  const key = operationKey(operation);
  const facts = factsOf(operation.contract)
    .about(`${key}#404`, `${key}#400`)
    .map(({ id }) => id);
  const [status = 404] = expected({ operation }).toReversed();
  const provenance = weakestProvenance(
    provenanceOfStatus(operation, status),
    provenanceOfOperation(operation),
  );
  return provenance.severity === 'fail' ? { ...provenance, facts } : provenance;
}
