/** Bodies that depend on other requests: they refer to records that must exist, or come with an idempotency key. */
import { expect, it } from 'vitest';
import { defineService, namesOf } from './support/defined-service.ts';
import { text, type Fields } from './support/service-definition.ts';

const rooms = await defineService({
  title: 'Rooms',
  resources: [
    { name: 'Floor', path: '/floors', fields: { name: text }, create: {}, get: {} },
    {
      name: 'Room',
      path: '/floors/{floorId}/rooms',
      item: '/floors/{floorId}/rooms/{roomId}',
      fields: { name: text },
      create: {},
      get: {},
    },
    {
      name: 'Meeting',
      path: '/meetings',
      fields: { roomId: text, subject: text },
      create: {
        headers: { 'Idempotency-Key': { schema: text } },
        errors: [404, 409],
        run: ({ body, store }, usual) => (store.find('Room', body['roomId']) === undefined ? 404 : usual()),
      },
      get: {},
    },
  ],
});

it('bodies name records that the run has created, and keys are sent again with the same body', async () => {
  const report = await rooms.check();
  expect(namesOf(report)).toEqual([]);
  for (const [check, subject] of [
    ['P01', 'createMeeting'],
    ['P02', 'createMeeting'],
    ['LAW02', '/meetings'],
  ])
    expect(report.outcomes).toContainEqual(expect.objectContaining({ check, subject, verdict: 'pass' }));
});

it('records with such bodies are compared with what was sent', async () => {
  const report = await rooms.check({
    createMeeting({ store }, usual) {
      const made = usual() as Fields;
      const row = store.find('Meeting', made['id']);
      if (row !== undefined) store.change(row, { subject: 'Always the same' });
      return made;
    },
  });
  expect(namesOf(report).join()).toContain('LAW02');
});
