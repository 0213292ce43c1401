/** Tests that run in parallel and change the same records, each in its own world. */
import path from 'node:path';
import { createTest, expect } from 'backlot/playwright';

const openapi = path.join(import.meta.dirname, '../tasks/openapi.yaml');
const test = createTest({ openapi });
const headers = { authorization: 'Bearer test' };

for (const title of ['Water the plants', 'Feed the cat']) {
  test(`only the task "${title}" is added`, async ({ request, world }) => {
    const tasks = `${world.baseUrl}/tasks`;
    const titles = async (): Promise<string[]> => {
      const response = await request.get(`${tasks}?limit=100`, { headers });
      const { items } = (await response.json()) as { items: { title: string }[] };
      return items.map((task) => task.title);
    };
    const before = await titles();
    expect((await request.post(tasks, { headers, data: { title } })).status()).toBe(201);
    expect((await titles()).sort()).toEqual([...before, title].sort());
  });
}

test('a task that cannot be loaded', async ({ request, world }) => {
  await world.control.createFault({ body: { operationId: 'listTasks', status: 503 } });
  expect((await request.get(`${world.baseUrl}/tasks`, { headers })).status()).toBe(503);
});
