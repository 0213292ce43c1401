/** Gives each story of Storybook a world of the mock, in the page. In `preview.ts`: `loaders: [worldLoader]`. */
import { createClient, type Client } from 'backlot/client';
import { createMock, type MockWorld } from 'backlot/mock';

/** The parameters of a story. */
export interface StoryParameters {
  /** Prepares the world of the story. */
  readonly world?: (world: MockWorld) => Promise<unknown>;
}

const mock = createMock({ pace: 'fast' });

/** Forks a world, which takes a millisecond, prepares it, and returns a client of it. */
export async function worldLoader({
  parameters,
}: {
  parameters: StoryParameters;
}): Promise<{ client: Client }> {
  const world = await (await mock).world().fork();
  await parameters.world?.(world);
  const { baseUrl, fetch } = world;
  return { client: createClient({ baseUrl, fetch, auth: { apiKey: 'rt_live_dev' } }) };
}
