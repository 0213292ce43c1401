/**
 * The catalogue of product events: their meaning, who may read them, their filters and their data.
 * Filters and data are declared once, as properties; the schemas for clients and the types of the domain are derived.
 */
import type { ProductEventName } from '../../../../generated/service/types.ts';
import { findFlatProblems, flatSchema } from './flat-schema.ts';
import type { FlatProblem, FlatSchema, PropertySchema, PropertySchemas, ValueOf } from './flat-schema.ts';
import type { JsonMap } from '../../../kernel/json.ts';

const entityFilters = {
  agentId: text('Restricts the response to events for this agent.'),
  flowId: text('Restricts the response to events for this flow.'),
  productId: text('Restricts the response to events for this product.'),
  surfaceId: text('Restricts the response to events for this surface of a product.'),
  scheduleId: text('Restricts the response to events for this schedule.'),
  suiteId: text('Restricts the response to events for this suite of evals.'),
  taskId: text('Restricts the response to events for this task.'),
} as const;

const otherFilters = {
  onlyRegressions: {
    type: 'string',
    enum: ['true', 'false'],
    description: 'With `true`, keeps the runs whose pass rate dropped.',
  },
  minIntervalMs: {
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Gives repeats of a failure within this many milliseconds as one event.',
  },
} as const satisfies PropertySchemas;

const filters = { ...entityFilters, ...otherFilters } as const;
const anyFilters = flatSchema({ optional: filters });

/** A filter for an entity; the event's data has a property of the same name. */
export type EntityFilter = keyof typeof entityFilters;

/** The filters for entities, the narrowest first. */
export const entityFilterNames: readonly EntityFilter[] = [
  'taskId',
  'suiteId',
  'scheduleId',
  'surfaceId',
  'flowId',
  'productId',
  'agentId',
];

/** The filters of a poll. Shape: an absent one does not filter. */
export type EventFilters = {
  readonly [Name in keyof typeof filters]?: ValueOf<(typeof filters)[Name]> | undefined;
};

interface EntryText {
  readonly description: string;
  readonly requiredScopes: readonly string[];
}

/**
 * One event of the catalogue.
 *
 * Shape: a key needs any one of `requiredScopes` to read it; `inputSchema` is closed, `payloadSchema` open.
 */
export interface CatalogEntry extends EntryText {
  readonly inputSchema: FlatSchema;
  readonly payloadSchema: FlatSchema;
}

/** An entry with the types of its data. */
interface TypedEntry<
  Required extends PropertySchemas,
  Optional extends PropertySchemas,
> extends CatalogEntry {
  readonly properties: { readonly required: Required; readonly optional: Optional };
}

/** Every event by its name. Source: assumption A-EVENT-CATALOG. */
const catalog = {
  'svc.execution.failed': event(
    {
      description: 'A run of an agent or a flow ended in an error.',
      requiredScopes: ['AGENTS:READ', 'AGENTS:EXECUTE', 'AGENTS:*', 'FLOWS:READ', 'FLOWS:EXECUTE', 'FLOWS:*'],
    },
    ['agentId', 'flowId', 'productId', 'surfaceId', 'minIntervalMs'],
    { executionId: text('The run.'), summary: text('What happened, in a sentence.') },
    {
      code: text('The code that the run failed with.'),
      agentId: text('The agent that ran.'),
      flowId: text('The flow that ran.'),
      productId: text('The product that the run belongs to.'),
      surfaceId: text('The surface that the run was started from.'),
    },
  ),
  'svc.approval.requested': event(
    {
      description: 'A run waits for the approval of a tool call.',
      requiredScopes: ['AGENTS:READ', 'AGENTS:EXECUTE', 'AGENTS:*'],
    },
    ['agentId', 'flowId', 'productId', 'surfaceId'],
    {
      executionId: text('The run.'),
      approvalId: text('The id that a decision refers to.'),
      summary: text('What happened, in a sentence.'),
    },
    {
      toolName: text('The tool that would be called.'),
      agentId: text('The agent that runs.'),
      flowId: text('The flow that runs.'),
      productId: text('The product that the run belongs to.'),
      surfaceId: text('The surface that the run was started from.'),
    },
  ),
  'svc.schedule.run_failed': event(
    {
      description: 'A run that a schedule started failed.',
      requiredScopes: ['FLOWS:READ', 'FLOWS:EXECUTE', 'FLOWS:*', 'AGENTS:READ', 'AGENTS:EXECUTE', 'AGENTS:*'],
    },
    ['scheduleId', 'flowId', 'agentId'],
    { scheduleId: text('The schedule.'), summary: text('What happened, in a sentence.') },
    {
      executionId: text('The run, when it came to one.'),
      flowId: text('The flow that the schedule runs.'),
      agentId: text('The agent that the schedule runs.'),
    },
  ),
  'svc.eval.run_completed': event(
    {
      description: 'A run of a suite of evals is over.',
      requiredScopes: ['EVALS:READ', 'EVALS:*'],
    },
    ['suiteId', 'flowId', 'agentId', 'onlyRegressions'],
    { suiteId: text('The suite.'), summary: text('What happened, in a sentence.') },
    {
      runId: text('The run of the suite.'),
      flowId: text('The flow under test.'),
      agentId: text('The agent under test.'),
      passRate: share('The share of cases that passed, from 0 to 1.'),
      previousPassRate: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
        description: 'The same share in the run before. Null or absent for the first run.',
      },
    },
  ),
  'svc.conversation.human_takeover': event(
    {
      description: 'A person took a conversation over from an agent.',
      requiredScopes: ['PRODUCTS:READ', 'PRODUCTS:SURFACES:READ'],
    },
    ['productId', 'surfaceId', 'agentId'],
    { productId: text('The product.'), summary: text('What happened, in a sentence.') },
    {
      surfaceId: text('The surface that the conversation is on.'),
      conversationId: text('The conversation.'),
      agentId: text('The agent that stepped back.'),
    },
  ),
  'svc.skill.proposal_created': event(
    {
      description: 'An agent proposed a skill.',
      requiredScopes: ['AGENTS:READ', 'AGENTS:*'],
    },
    ['agentId', 'productId'],
    { agentId: text('The agent.'), summary: text('What happened, in a sentence.') },
    {
      proposalId: text('The proposal.'),
      skillName: text('The name of the skill.'),
      productId: text('The product that the agent serves.'),
    },
  ),
  'svc.task.input_required': taskEvent('A task waits for input.'),
  'svc.task.completed': taskEvent('A task is done.'),
  'svc.task.failed': taskEvent('A task failed.'),
  'svc.task.cancelled': taskEvent('A task was cancelled.'),
} as const satisfies Readonly<Record<ProductEventName, CatalogEntry>>;

export type CatalogName = keyof typeof catalog;

export type ProductEventData<Name extends ProductEventName> = DataOf<(typeof catalog)[Name]['properties']>;

type DataOf<Properties extends { readonly required: PropertySchemas; readonly optional: PropertySchemas }> = {
  readonly [Name in keyof Properties['required']]: ValueOf<Properties['required'][Name]>;
} & {
  readonly [Name in keyof Properties['optional']]?: ValueOf<Properties['optional'][Name]> | undefined;
};

export const productEventNames = Object.keys(catalog) as readonly ProductEventName[];

export function isProductEventName(name: string): name is ProductEventName {
  return Object.hasOwn(catalog, name);
}

export function catalogEntry(name: ProductEventName): CatalogEntry {
  return catalog[name];
}

export function takesFilter(name: ProductEventName, filter: string): boolean {
  return Object.hasOwn(catalog[name].inputSchema.properties, filter);
}

/** Returns the problems of an event's data. Shape: empty when it fits; paths start with `data.`. */
export function findDataProblems(name: ProductEventName, data: JsonMap): readonly FlatProblem[] {
  return findFlatProblems(catalog[name].payloadSchema, data, 'data.');
}

/**
 * Returns the filters that an event does not support, and those with an invalid value.
 *
 * Shape: without a name every filter is supported, since only the suitable ones are applied to each event.
 * Source: assumption A-083.
 */
export function findFilterProblems(
  name: ProductEventName | null,
  filters: EventFilters,
): readonly FlatProblem[] {
  return findFlatProblems(name === null ? anyFilters : catalog[name].inputSchema, filters);
}

function event<Required extends PropertySchemas, Optional extends PropertySchemas>(
  { description, requiredScopes }: EntryText,
  filterNames: readonly (keyof typeof filters)[],
  required: Required,
  optional: Optional,
): TypedEntry<Required, Optional> {
  const taken = Object.fromEntries(filterNames.map((name) => [name, filters[name]]));
  return {
    description,
    requiredScopes,
    inputSchema: flatSchema({ optional: taken }),
    payloadSchema: flatSchema({ required, optional, additionalProperties: true }),
    properties: { required, optional },
  };
}

function taskEvent(description: string) {
  return event(
    { description, requiredScopes: ['AGENTS:READ', 'AGENTS:EXECUTE', 'AGENTS:*'] },
    ['taskId', 'agentId'],
    { taskId: text('The task.'), summary: text('What happened, in a sentence.') },
    {
      agentId: text('The agent that the task is for.'),
      executionId: text('The run that works on the task.'),
    },
  );
}

function text(description: string) {
  return { type: 'string', minLength: 1, description } as const satisfies PropertySchema;
}

function share(description: string) {
  return { type: 'number', minimum: 0, maximum: 1, description } as const satisfies PropertySchema;
}
