/** The abilities of a driver of an implementation of the Agent Platform. */
import { generalAbilities, type AbilityResult } from '../../driver/custom-driver.ts';
import type {
  CustomDriver,
  CustomSession,
  Driver,
  DriverAbilities,
  DriverSession,
} from '../../driver/driver.ts';
import type { ClientSession } from '../../model/test-environment.ts';

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
  /** Agents, or one kind such as external ones: not in the plan, or not available in production. */
  readonly agents: 'on' | 'unavailable' | 'hidden';
  /** Batches: not in the plan. */
  readonly batch: 'on' | 'unavailable';
  /** The daily limit of batches is reached. */
  readonly dailyBatches: 'ok' | 'exhausted';
  /** The quota of sandbox deployments of the organization is used up. */
  readonly sandboxQuota: 'ok' | 'exhausted';
  /** The reason that blocks the admission of sandbox deployments. */
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
 * The abilities of a driver outside of the contract. All are optional; a check lists those it needs.
 *
 * Errors: UnsupportedError for options that are not supported, which skips the check.
 */
export interface Abilities extends DriverAbilities {
  makeKey?(options: CreateKeyOptions): Promise<{ readonly key: string }>;
  makeClientSession?(options: {
    readonly agentId: string;
    readonly origin?: string;
    readonly active?: boolean;
    readonly expiresAt?: string;
  }): Promise<ClientSession>;
  /**
   * Starts a run of a browser session that waits for an approval, for services whose sessions start runs outside of the
   * contract. Shape: returns the result of the run, with its `executionId` and `events`.
   */
  startClientTurn?(options: {
    readonly session: ClientSession;
    readonly approver: 'end-user' | 'owner';
  }): Promise<unknown>;
  /** Creates a sandbox deployment with these fields and returns its id. */
  makeDeployment?(fields: Readonly<Record<string, unknown>>): Promise<string>;
  patchDeployment?(id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Creates a product event and returns its cursor. */
  makeProductEvent?(options: {
    readonly name: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly at?: string;
  }): Promise<string>;
  storeAsset?(options: StoreAssetOptions): Promise<StoredAsset>;
  signAssertion?(options: SignAssertionOptions): Promise<string>;
  /** Returns the latest one-time code sent to an address. */
  readCode?(email: string): Promise<string | null>;
  /** Sets a switch, such as `spendBudget` to `exhausted`. */
  setSwitch?<Name extends keyof Switches>(name: Name, value: Switches[Name]): Promise<void>;
  /** Serves an agent card, or a response with `status` and `body` instead, and returns the URL. */
  serveCard?(name: string, card: unknown): Promise<string>;
  /** Sets the entries of an agent's token audience policy. */
  setAudiences?(agentId: string, entries: readonly unknown[]): Promise<void>;
}

/** The name of an ability. */
export type Ability = keyof Abilities;

export const abilityResults: Readonly<Record<Ability, AbilityResult>> = {
  ...generalAbilities,
  makeKey: { key: 'text' },
  makeClientSession: { sessionId: 'text', origin: 'text?' },
  startClientTurn: null,
  makeDeployment: 'text',
  patchDeployment: null,
  makeProductEvent: 'text',
  storeAsset: { orgId: 'text', assetId: 'text', url: 'text', signedUrl: 'text?', previewUrl: 'text?' },
  signAssertion: 'text',
  readCode: 'text?',
  setSwitch: null,
  serveCard: 'text',
  setAudiences: null,
};

/** A driver of the Agent Platform, its sessions, and those of users. */
export type PlatformDriver = Driver<Abilities>;
export type PlatformSession = DriverSession<Abilities>;
export type PlatformCustomDriver = CustomDriver<Abilities>;
export type PlatformCustomSession = CustomSession<Abilities>;
