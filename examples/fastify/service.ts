/**
 * A Fastify service on generated handlers. `backlot generate --openapi openapi.yaml --out api` writes `api/` from the
 * description in ../tasks; requests are validated, and only responses of the description compile.
 */
import fastify from 'fastify';
import { fastifyPlugin } from 'backlot/adapters/fastify';
import { authenticated, createServiceHandler, unauthenticated } from './api/handler.ts';
import type { Problem, Task } from './api/types.ts';

const tasks = new Map<string, Task>();

const missing = {
  status: 404,
  body: { title: 'There is no such task', status: 404 } satisfies Problem,
} as const;

/** Stores a change of a task. */
function change(id: string, values: Partial<Task>) {
  const task = tasks.get(id);
  if (task === undefined) return missing;
  const changed = { ...task, ...values };
  tasks.set(id, changed);
  return { status: 200, body: changed } as const;
}

const serve = createServiceHandler<null, { token: string }>(
  {
    listTasks({ query: { state, limit = 20, cursor = '0' } }) {
      const matching = [...tasks.values()].filter((task) => state === undefined || task.state === state);
      const end = Number(cursor) + limit;
      const items = matching.slice(Number(cursor), end);
      return { status: 200, body: { items, nextCursor: end < matching.length ? String(end) : null } };
    },
    createTask({ body }) {
      const task: Task = {
        ...body,
        id: crypto.randomUUID(),
        state: 'open',
        createdAt: new Date().toISOString(),
      };
      tasks.set(task.id, task);
      return { status: 201, body: task };
    },
    getTask: ({ path }) => change(path.taskId, {}),
    // Why by name: a body may have more properties than the description names.
    updateTask: ({ path, body: { title } }) => change(path.taskId, title === undefined ? {} : { title }),
    completeTask: ({ path }) => change(path.taskId, { state: 'completed' }),
    deleteTask: ({ path }) => (tasks.delete(path.taskId) ? { status: 204 } : missing),
  },
  {
    authenticate: { token: ({ token }) => (token === 'secret' ? authenticated(token) : unauthenticated) },
    context: () => null,
  },
);

const app = fastify();
await app.register(fastifyPlugin(serve));
console.log(await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' }));
