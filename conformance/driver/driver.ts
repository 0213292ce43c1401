/**
 * The interface of drivers: control of an implementation outside its contract, and its test environment. Types only.
 * A real service usually has a configuration and no driver; checks that need a missing ability are skipped.
 */

/**
 * How to start a run of some kind: the agent, the message, and the headers that select it.
 *
 * Shape: `body` has the properties of the request other than `messages` and `streamResponse`.
 */
export interface RunTemplate {
  readonly agentId: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A browser session: its id, and the origin to which it is bound. */
export interface ClientSession {
  readonly sessionId: string;
  readonly origin: string | null;
}

/**
 * The records and credentials that a run may use.
 *
 * Shape: `parameters` are values by operation and parameter, `parameters.any` for every operation; `bodies` are request
 * bodies by operation that the current state accepts; `runs` are templates by kind: `text`, `tools`, `ownerGate`,
 * `endUserGate`, `localTool`, `failing`, `subagent`, `elicitation`, and any others of the implementation, each of which is streamed once.
 */
export interface TestEnvironment {
  readonly baseUrl: string;
  /** By profile: `full`, `readOnly`, `noScope`, `test`, `session`, `revoked`, `expired`, `otherOrganization`. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly clientSession: ClientSession | null;
  readonly otherClientSession: ClientSession | null;
  /** Id of a second agent; `null` to create one where it is needed. */
  readonly otherAgent: string | null;
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Further ids by operation that may be used up, each by one check, such as those of deployments to resume. */
  readonly spareIds?: Readonly<Record<string, readonly string[]>>;
  readonly bodies: Readonly<Record<string, unknown>>;
  /** As `parameters`: ids of records that the run has created, for which nothing is known to be valid. */
  readonly found?: TestEnvironment['parameters'];
  readonly runs: Readonly<Record<string, RunTemplate>>;
}

/** Fields of a key to create. Units: `expiresAt` is ISO 8601. */
export interface CreateKeyOptions {
  readonly environment?: 'live' | 'test';
  /** Default: every permission. */
  readonly scopes?: readonly string[];
  /** `burst`: the key is subject to a burst rate, preferably of at most 40 executions a second. */
  readonly plan?: 'burst';
  readonly expiresAt?: string;
  readonly workspace?: 'organization' | 'personal';
  /** Whether the key belongs to a new organization. */
  readonly newOrganization?: boolean;
}

/** An asset to store. */
export interface StoreAssetOptions {
  readonly visibility: 'public' | 'private';
  readonly body: string;
  readonly contentType?: string;
  readonly preview?: boolean;
  readonly expiresAt?: string;
  readonly storageDomain?: boolean;
  readonly signedUrlTtlSeconds?: number;
}

/** A stored asset; URLs are absolute. */
export interface StoredAsset {
  readonly orgId: string;
  readonly assetId: string;
  readonly url: string;
  readonly signedUrl: string | null;
  readonly previewUrl: string | null;
}

/** A JWT to sign, valid except for these options. Units: `issuedAt` is epoch seconds. */
export interface SignAssertionOptions {
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuedAt?: number;
  readonly jti?: string;
  readonly omit?: readonly string[];
}

/** The switches of a service, by name, and their values; the first one is the initial value. */
export interface Switches {
  /** Agents, or a kind of them such as external ones: not in the plan, or not available in production. */
  readonly agents: 'on' | 'unavailable' | 'hidden';
  /** Batches: not in the plan. */
  readonly batch: 'on' | 'unavailable';
  /** The daily limit of batches is reached. */
  readonly dailyBatches: 'ok' | 'exhausted';
  /** The quota of sandbox deployments of the organization is used up. */
  readonly sandboxQuota: 'ok' | 'exhausted';
  /** What blocks the admission of sandbox deployments. */
  readonly sandboxAdmission: 'ok' | 'credential' | 'source' | 'profile';
  /** The resource version of sandbox deployments is not the expected one. */
  readonly resourceVersion: 'ok' | 'stale';
  /** The organization has no budget or credits left. */
  readonly spendBudget: 'ok' | 'exhausted';
  /** The key of the session's owner has reached its spend limit. */
  readonly platformKeyLimit: 'ok' | 'exhausted';
  /** The storage of assets is not set up. */
  readonly assetStorage: 'ok' | 'unconfigured';
}

/**
 * The abilities of a driver outside the contract. All are optional; a check lists those it needs.
 *
 * Errors: UnsupportedError for a wish that can't be fulfilled, which skips the check.
 */
export interface Abilities {
  /** Advances the clock, and with it timers such as those of approvals. Units: milliseconds. */
  advance?(ms: number): Promise<void>;
  /** Returns the time of the implementation. Units: epoch milliseconds. */
  now?(): Promise<number>;
  makeKey?(wish: CreateKeyOptions): Promise<{ readonly key: string }>;
  makeClientSession?(wish: {
    readonly agentId: string;
    readonly origin?: string;
    readonly active?: boolean;
    readonly expiresAt?: string;
  }): Promise<ClientSession>;
  /**
   * Starts a run of a browser session that waits for an approval, for services whose sessions start runs outside of the
   * contract. Shape: returns the result of the run, with its `executionId` and `events`.
   */
  startClientTurn?(wish: {
    readonly session: ClientSession;
    readonly approver: 'end-user' | 'owner';
  }): Promise<unknown>;
  /** Creates a sandbox deployment with these fields and returns its id. */
  makeDeployment?(fields: Readonly<Record<string, unknown>>): Promise<string>;
  patchDeployment?(id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Creates a product event and returns its cursor. */
  makeProductEvent?(wish: {
    readonly name: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly at?: string;
  }): Promise<string>;
  storeAsset?(wish: StoreAssetOptions): Promise<StoredAsset>;
  signAssertion?(wish: SignAssertionOptions): Promise<string>;
  /** Returns the latest one-time code sent to an address. */
  readCode?(email: string): Promise<string | null>;
  /** Sets a switch, such as `spendBudget` to `exhausted`. */
  setSwitch?<Name extends keyof Switches>(name: Name, value: Switches[Name]): Promise<void>;
  /** Serves an agent card, or a response with `status` and `body` in its place, and returns the URL. */
  serveCard?(name: string, card: unknown): Promise<string>;
  /** Sets the entries of an agent's token audience policy. */
  setAudiences?(agentId: string, entries: readonly unknown[]): Promise<void>;
}

/** The name of an ability. */
export type Ability = keyof Abilities;

/**
 * A driver as a user writes it. Shape: `name` is that of its file by default, and `isIsolating` false.
 */
export interface CustomDriver extends Partial<Omit<Driver, 'setUp'>> {
  setUp(): Promise<CustomSession>;
}

/** A session of a user's driver. Shape: what `environment` omits is that of the configuration. */
export interface CustomSession extends Partial<Omit<DriverSession, 'environment' | 'notices'>> {
  readonly environment?: Partial<Omit<TestEnvironment, 'runs'>> & {
    readonly runs?: Readonly<Record<string, Pick<RunTemplate, 'agentId' | 'message'> & Partial<RunTemplate>>>;
  };
}

/** Prepares an implementation for checks. */
export interface Driver {
  /** `backlot mock`, `config`, or the name that a user's module gives itself. */
  readonly name: string;
  /** Prepares a test environment. Called again for a fresh one if `isIsolating`. */
  setUp(): Promise<DriverSession>;
  /** Whether each `setUp` creates a separate world. */
  readonly isIsolating: boolean;
}

/** A prepared test environment and its abilities. */
export interface DriverSession {
  readonly environment: TestEnvironment;
  readonly abilities: Abilities;
  /** Creates the state that single requests need, such as paused runs; returns a body for each of these operations. */
  readonly prepareBodies?: () => Promise<TestEnvironment['bodies']>;
  /** What the author of the driver should change. */
  readonly notices?: readonly string[];
  /** Removes the test environment. */
  tearDown(): Promise<void>;
}
