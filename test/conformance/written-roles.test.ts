/** A read-only key of a service whose description has no scopes. */
import { defineService, standardHandler, testFaults } from './support/defined-service.ts';
import { text } from './support/service-definition.ts';

const shelves = await defineService({
  title: 'Shelves',
  isSecured: true,
  resources: [
    {
      name: 'Shelf',
      path: '/shelves',
      fields: { name: text },
      create: { errors: [403], run: ({ caller }, usual) => (caller === 'reader' ? 403 : usual()) },
      get: { isPublic: true },
    },
  ],
});

testFaults(
  shelves,
  {
    'may only read': [{}, []],
    'may write': [{ createShelf: standardHandler }, ['warn A04 createShelf']],
  },
  { credentials: { full: 'one', readOnly: 'reader' } },
);
