/** A page with React Query: a list that grows page by page, an error, and a form that adds to the list. */
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createElement as h, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient, isErrorOf, type Client } from '../../../generated/service/client.ts';
import {
  createAgentMutationOptions,
  getAgentQueryOptions,
  listAgentsInfiniteQueryOptions,
  listAgentsQueryKey,
} from '../../../generated/service/tanstack.ts';

/** Renders the page into an element. */
export function renderAgents(container: Element, baseUrl: string): void {
  const client = createClient({ baseUrl, auth: { apiKey: 'rt_live_dev' } });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = h(QueryClientProvider, { client: queries }, h(Agents, { client }), h(Missing, { client }));
  createRoot(container).render(page);
}

interface Props {
  readonly client: Client;
}

function Agents({ client }: Props): ReactNode {
  const queries = useQueryClient();
  const list = useInfiniteQuery(listAgentsInfiniteQueryOptions(client, { query: { limit: '2' } }));
  const { mutate } = useMutation({
    ...createAgentMutationOptions(client),
    onSuccess: () => queries.invalidateQueries({ queryKey: listAgentsQueryKey(client) }),
  });
  const agents = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const more = (): void => void list.fetchNextPage();
  const add = (): void => {
    mutate({ body: { name: 'Concierge' } });
  };
  return h(
    'main',
    {},
    h('ul', {}, ...agents.map(({ id, name }) => h('li', { key: id }, name))),
    h('button', { onClick: more }, 'More'),
    h('button', { onClick: add }, 'Add'),
  );
}

function Missing({ client }: Props): ReactNode {
  const { error } = useQuery(getAgentQueryOptions(client, { path: { id: 'agent_none' } }));
  const isMissing = isErrorOf(error, 'getAgent') && error.status === 404;
  return h('output', {}, isMissing ? error.body.error : '');
}
