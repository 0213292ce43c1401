/** Stories of a list of agents: with data, and when its API is down. No story sees what another one has changed. */
import { createAgent, createClient, isOk, listAgents, type Client } from 'backlot/client';
import { worldLoader, type StoryParameters } from './world-loader.ts';

/** The component: text until its data is there. */
async function renderAgents(client: Client): Promise<string> {
  const response = await listAgents(client).catch(() => null);
  if (response === null || !isOk(response)) return '<p role="alert">The agents cannot be loaded.</p>';
  return `<ul>${response.body.data.map(({ name }) => `<li>${name}</li>`).join('')}</ul>`;
}

interface Story {
  readonly parameters: StoryParameters;
}

/** What Storybook reads: the loaders, and how a story is rendered from what they return. */
const meta = {
  title: 'Agents',
  loaders: [
    async (context: Story): Promise<{ client: Client; html: string }> => {
      const { client } = await worldLoader(context);
      return { client, html: await renderAgents(client) };
    },
  ],
  render: (_: unknown, { loaded }: { loaded: { html: string } }): string => loaded.html,
};
export default meta;

export const Agents: Story = { parameters: {} };

export const WithAnother: Story = {
  parameters: {
    world: async (world) => {
      const { baseUrl, fetch } = world;
      const client = createClient({ baseUrl, fetch, auth: { apiKey: 'rt_live_dev' } });
      await createAgent(client, { body: { name: 'Concierge' } });
    },
  },
};

export const Unavailable: Story = {
  parameters: {
    world: (world) => world.control.createFault({ body: { operationId: 'listAgents', status: 503 } }),
  },
};
