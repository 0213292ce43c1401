/**
 * The cost of a thousand isolated copies of the service in one process: worlds of one mock, forks of its
 * default world, or a mock each. Prints JSON.
 * Units: microseconds of processor time for creating and deleting one, bytes of heap while it exists and afterwards.
 * Run: node --expose-gc tools/bench/programs/worlds.mjs worlds|forks|mocks.
 */
import { createMock } from '../../../dist/mock/index.js';

const count = 1000;
const mock = await createMock();

const kinds = {
  worlds: {
    create: () => mock.createWorld(),
    remove: ({ id }) => mock.worlds.delete(id),
  },
  forks: {
    create: () => mock.world().fork(),
    remove: ({ id }) => mock.worlds.delete(id),
  },
  mocks: {
    create: () => createMock(),
    remove: (created) => created.close(),
  },
};
const { create, remove } = kinds[process.argv[2]];

const heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

// The first ones also compile the code.
for (let warm = 0; warm < 50; warm++) await remove(await create());

const before = heap();
const began = process.cpuUsage();
const created = [];
for (let number = 0; number < count; number++) created.push(await create());
const creating = process.cpuUsage(began);
const filled = heap();
const ending = process.cpuUsage();
for (const each of created) await remove(each);
const deleting = process.cpuUsage(ending);
created.length = 0;
const after = heap();

const cpu = (creating.user + creating.system + deleting.user + deleting.system) / count;
process.stdout.write(
  JSON.stringify({ cpu, heap: (filled - before) / count, left: (after - before) / count }),
);
process.exit();
