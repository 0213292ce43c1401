import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { fastifyPlugin } from '../../../../templates/runtime/adapters/fastify.ts';
import { createSmallService } from '../server/small-service.ts';
import { describeAdapter, type Host } from './adapter-suite.ts';

async function start(app: FastifyInstance): Promise<Host> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    close: () => {
      app.server.closeAllConnections();
      return app.close();
    },
  };
}

describeAdapter('Fastify', async (serve) => {
  const app = fastify();
  await app.register(fastifyPlugin(serve));
  return start(app);
});

test('Fastify serves below a prefix, next to its own routes, and runs its hooks', async () => {
  const seen: string[] = [];
  const { serve } = createSmallService({ basePath: '/api' });
  const app = fastify();
  app.addHook('onResponse', (request, response, done) => {
    seen.push(`${request.url} ${response.statusCode}`);
    done();
  });
  app.post('/own', (request) => request.body);
  await app.register(fastifyPlugin(serve), { prefix: '/api' });
  const own = await app.inject({ method: 'POST', url: '/own', payload: { a: 1 } });
  const served = await app.inject({ method: 'POST', url: '/api/v1/things', payload: { name: 'n' } });
  expect([own.json(), served.statusCode, served.json()]).toEqual([{ a: 1 }, 201, { name: 'n' }]);
  expect(seen).toEqual(['/own 200', '/api/v1/things 201']);
  await app.close();
});
