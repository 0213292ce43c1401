/** What exists only once: a profile and settings. */
import { defineService, testFaults, type Call, type Result } from './support/defined-service.ts';
import { integer, name, object, ref, text, type Fields } from './support/service-definition.ts';

const place = ({ path }: Call): string => path;
const first: Fields = { id: 'one', nickname: 'Ada', language: 'en' };
const read = (call: Call): Fields => call.store.stateOf<Fields>(place(call), first);

function change(call: Call, isStored: (property: string) => boolean = () => true): Result {
  const before = read(call);
  const kept = Object.entries(call.body).filter(([property]) => isStored(property));
  call.store.state.set(place(call), { ...before, ...Object.fromEntries(kept) });
  return { ...before, ...call.body };
}

const settings: Fields = { pageSize: 10, theme: 'dark' };
const readSettings = (call: Call): Fields => call.store.stateOf<Fields>(place(call), settings);

function replace(call: Call): Result {
  call.store.state.set(place(call), call.body);
  return call.body;
}

const accounts = await defineService({
  title: 'Accounts',
  schemas: {
    Profile: object({ id: text, nickname: name, language: text }),
    Settings: object({ pageSize: integer(1, 50), theme: text }),
  },
  resources: [{ name: 'Shop', path: '/shops', fields: { name }, create: {}, get: {} }],
  operations: {
    'GET /me': { id: 'getMe', returns: ref('Profile'), run: read },
    'PATCH /me': {
      id: 'changeMe',
      text: 'Only the given fields change.',
      body: { ...object({ nickname: name, language: text }, []), minProperties: 1 },
      returns: ref('Profile'),
      run: (call) => change(call),
    },
    'GET /settings': { id: 'getSettings', returns: ref('Settings'), run: readSettings },
    'PUT /settings': {
      id: 'putSettings',
      body: ref('Settings'),
      returns: ref('Settings'),
      run: replace,
    },
  },
});

testFaults(
  accounts,
  {
    none: [{}, []],
    'a profile that is not stored': [{ changeMe: (call) => change(call, () => false) }, ['fail LAW50 /me']],
    'a language that is not stored': [
      { changeMe: (call) => change(call, (property) => property !== 'language') },
      ['fail LAW50 /me'],
    ],
    'settings that are not stored': [{ putSettings: ({ body }) => body }, ['warn LAW50 /settings']],
  },
  { only: ['LAW50'] },
);
