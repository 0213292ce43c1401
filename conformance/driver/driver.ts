/**
 * What an implementation can be made to do from outside its contract, and what is known of it before a run. Types only.
 * A real service has a configuration and mostly no driver; whatever is missing is skipped, never guessed.
 */

/**
 * How a run of some kind is started: which agent, what is said to it, which headers make it happen.
 *
 * Shape: `body` holds members of the request beside `messages` and `streamResponse`.
 */
export interface RunTemplate {
  readonly agentId: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A browser's session: its id, and the origin that it is bound to. */
export interface ClientSession {
  readonly sessionId: string;
  readonly origin: string | null;
}

/**
 * The records and credentials that a run may use.
 *
 * Shape: `parameters` are values by operation and parameter, `parameters.any` for every operation; `bodies` are request
 * bodies by operation that the state accepts; `runs` are recipes by kind: `text`, `tools`, `ownerGate`, `endUserGate`,
 * `localTool`, `failing`, and whatever else the implementation can play, each of which is read as a stream once.
 */
export interface TestEnvironment {
  readonly baseUrl: string;
  /** By profile: `full`, `readOnly`, `noScope`, `test`, `session`, `revoked`. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly clientSession: ClientSession | null;
  readonly otherClientSession: ClientSession | null;
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly runs: Readonly<Record<string, RunTemplate>>;
}

/** Fields of a key to be made. Units: `expiresAt` is ISO 8601. */
export interface CreateKeyOptions {
  readonly environment?: 'live' | 'test';
  readonly scopes?: readonly string[];
  readonly plan?: string;
  readonly expiresAt?: string;
  readonly workspace?: 'organization' | 'personal';
}

/** An asset to be stored. */
export interface StoreAssetOptions {
  readonly visibility: 'public' | 'private';
  readonly body: string;
  readonly contentType?: string;
  readonly preview?: boolean;
  readonly expiresAt?: string;
  readonly storageDomain?: boolean;
  readonly signedUrlTtlSeconds?: number;
}

/** A stored asset; addresses are absolute. */
export interface StoredAsset {
  readonly orgId: string;
  readonly assetId: string;
  readonly url: string;
  readonly signedUrl: string | null;
  readonly previewUrl: string | null;
}

/** A JWT to be signed, right but for what is asked. Units: `issuedAt` is epoch seconds. */
export interface SignAssertionOptions {
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuedAt?: number;
  readonly jti?: string;
  readonly omit?: readonly string[];
}

/** What a driver can do outside the contract. Every ability is optional; a check names those it needs. */
export interface Abilities {
  /** Turns the clock forward. Units: milliseconds. */
  advance?(ms: number): Promise<void>;
  /** Returns the time of the implementation. Units: epoch milliseconds. */
  now?(): Promise<number>;
  makeKey?(wish: CreateKeyOptions): Promise<{ readonly key: string; readonly keyId: string }>;
  makeClientSession?(wish: {
    readonly agentId: string;
    readonly origin?: string;
    readonly active?: boolean;
    readonly expiresAt?: string;
  }): Promise<ClientSession>;
  /** Creates a sandbox deployment with these fields and answers its id. */
  makeDeployment?(fields: Readonly<Record<string, unknown>>): Promise<string>;
  patchDeployment?(id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Lets a product event happen and answers its cursor. */
  makeProductEvent?(wish: {
    readonly name: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly at?: string;
  }): Promise<string>;
  storeAsset?(wish: StoreAssetOptions): Promise<StoredAsset>;
  signAssertion?(wish: SignAssertionOptions): Promise<string>;
  /** The newest one-time code that was sent to an address. */
  readCode?(email: string): Promise<string | null>;
  /** Turns a switch, such as `spendBudget` to `exhausted`. */
  setSwitch?(name: string, value: string): Promise<void>;
  /** Serves an agent card and answers its address; `answer` instead of a card is given as it stands. */
  serveCard?(name: string, card: unknown): Promise<string>;
  /** Sets the entries of an agent's token audience policy. */
  setAudiences?(agentId: string, entries: readonly unknown[]): Promise<void>;
}

/** The name of an ability. */
export type Ability = keyof Abilities;

/** Creates an implementation ready for checks. */
export interface Driver {
  /** `backlot mock`, `config`, or what a module of the user's calls itself. */
  readonly name: string;
  /** Prepares what a run needs. Called again for a fresh test environment where `isIsolating`. */
  setUp(): Promise<DriverSession>;
  /** Whether each `setUp` gives a world of its own. */
  readonly isIsolating: boolean;
}

/** A prepared test environment and its abilities. */
export interface DriverSession {
  readonly environment: TestEnvironment;
  readonly abilities: Abilities;
  /** Brings about what single requests answer, such as runs that wait, and gives a body for each of those operations. */
  readonly prepareBodies?: () => Promise<TestEnvironment['bodies']>;
  /** Takes away what was prepared. */
  tearDown(): Promise<void>;
}
