/** The records and credentials that a run may use. Types only. */

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
  /** Additional ids by operation that may be used up, one per check, such as those of deployments to resume. */
  readonly spareIds?: Readonly<Record<string, readonly string[]>>;
  readonly bodies: Readonly<Record<string, unknown>>;
  /** Like `parameters`: ids of records created by the run, for which nothing is known to be valid. */
  readonly records?: TestEnvironment['parameters'];
  readonly runs: Readonly<Record<string, RunTemplate>>;
}
