/** Worlds: creating, forking, listing and deleting them. */
import type { Handlers } from '../../generated/control/server.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../http/error-responses.ts';
import { worldIdForm } from '../kernel/ports.ts';
import { settingsOf, type WorldsError, type WorldSettings } from '../worlds/world-states.ts';
import type { World } from '../kernel/world/world.ts';
import { namesOf } from './record-bodies.ts';
import { clockBody, clockChange, readLifetime } from './clock.ts';
import type { World as WorldBody } from '../../generated/control/types.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import { defaultWorldId, type Worlds } from '../worlds/worlds.ts';
import { scenarioUnknown, type ScenarioProvider, type ScenarioUnknown } from './scenarios.ts';

const table = {
  WORLD_ID_TAKEN: { status: 409, error: ({ id }) => `World ${id} already exists` },
  TOO_MANY_WORLDS: {
    status: 429,
    error: ({ most }) =>
      `There are ${most} worlds already. Delete one with DELETE /_mock/worlds/{id}, or start the mock with a higher --max-worlds`,
  },
  WORLD_PROTECTED: {
    status: 409,
    error: ({ id }) => `World ${id} can't be deleted. Reset it with POST /_mock/reset`,
  },
  WORLD_NOT_FOUND: { status: 404, error: ({ id }) => `World ${id} does not exist` },
  WORLD_ID_INVALID: invalid(() => ({
    message: `id must be ${worldIdForm}`,
    code: 'INVALID_FORMAT',
    path: 'id',
  })),
  FIXTURE_UNKNOWN: invalid(({ known: names }) => ({
    message: `fixture must be one of ${names.join(', ')}`,
    code: 'INVALID_ENUM',
    path: 'fixture',
  })),
  FIXTURE_AND_FORK: invalid(() => ({
    message: 'from and fixture are mutually exclusive',
    code: 'INVALID_VALUE',
    path: 'fixture',
    suggestion: 'A fork has the fixture of its source; omit fixture.',
  })),
  SCENARIO_UNKNOWN: scenarioUnknown('scenario'),
} as const satisfies ErrorTable<WorldsError | ScenarioUnknown>;

const errorResponse = createErrorResponses<WorldsError | ScenarioUnknown, typeof table>(table);

type WorldOperation = 'listWorlds' | 'createWorld' | 'getWorld' | 'deleteWorld' | 'getCurrentWorld';

export function createWorldHandlers(
  worlds: () => Worlds,
  scenarios: ScenarioProvider,
): Pick<Handlers<HandlerContext>, WorldOperation> {
  const bodyOf = (context: HandlerContext, world: World) => worldBody(context, world, settingsOf(world));
  return {
    async listWorlds(_, context) {
      const { worlds: all, unreadable } = await worlds().openEach();
      const body = { worlds: all.map((world) => bodyOf(context, world)) };
      return { status: 200, body: unreadable.length === 0 ? body : { ...body, unreadable: [...unreadable] } };
    },

    async createWorld({ body = {} }, context) {
      const { clock, expiresAfter, ...request } = body;
      const created = await worlds().create({
        ...request,
        clock: clock && clockChange(clock, 'clock.now'),
        expiresAfter: expiresAfter === undefined ? undefined : readLifetime(expiresAfter),
      });
      if (!created.ok) return errorResponse(created.error);
      const world = created.value;
      const names = world.query((view) => [...scenarios.names(view)]);
      if (body.scenario !== undefined && !names.includes(body.scenario)) {
        await worlds().delete(world.id);
        return errorResponse({ code: 'SCENARIO_UNKNOWN', scenario: body.scenario, known: names });
      }
      return { status: 201, body: bodyOf(context, world) };
    },

    async getWorld({ path }, context) {
      const world = await worlds().open(path.id);
      return world
        ? { status: 200, body: bodyOf(context, world) }
        : errorResponse({ code: 'WORLD_NOT_FOUND', id: path.id });
    },

    async deleteWorld({ path }) {
      const deleted = await worlds().delete(path.id);
      return deleted.ok ? { status: 204 } : errorResponse(deleted.error);
    },

    getCurrentWorld(_, context) {
      const { world } = context;
      const counts = world.query((view) =>
        Object.fromEntries(world.collections.map((kind) => [namesOf(kind), view.count({ name: kind })])),
      );
      return { status: 200, body: { ...bodyOf(context, world), counts } };
    },
  };
}

export function worldBody(
  { rootUrl }: HandlerContext,
  world: World,
  { pace, scenario, expiresAfter }: WorldSettings = {},
): WorldBody {
  const { seed, fixture, createdAt } = world.origin;
  return {
    id: world.id,
    baseUrl: world.id === defaultWorldId ? rootUrl : `${rootUrl}/w/${world.id}`,
    seed,
    fixture: fixture as WorldBody['fixture'],
    createdAt: isoTime(createdAt),
    clock: clockBody(world),
    ...(pace !== undefined && { pace }),
    ...(scenario !== undefined && { scenario }),
    ...(expiresAfter !== undefined && { expiresAfter: `PT${expiresAfter / 1000}S` }),
  };
}
