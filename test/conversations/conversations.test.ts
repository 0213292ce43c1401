/**
 * Every story beside this is played over TCP, twice, and compared with its recording byte by byte.
 * `BACKLOT_RECORD=1 npx vitest run test/conversations` writes the recordings anew; read the difference before you keep it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listen } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';
import { testStart } from '../support/domain-world.ts';
import { holdConversation, readRequests, readStory } from './conversation.ts';

const folder = new URL('./stories/', import.meta.url);
const stories = readdirSync(folder).filter((name) => name.endsWith('.http'));
const isRecording = process.env['BACKLOT_RECORD'] === '1';

async function play(text: string): Promise<string> {
  const mock = await createMock({ clock: { mode: 'frozen', now: testStart } });
  const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
  try {
    return await holdConversation(server.url, readStory(text), readRequests(text));
  } finally {
    await server.close();
    await mock.close();
  }
}

describe('a recorded conversation', () => {
  it('exists for every part that the README shows', () => {
    expect(stories).toEqual(
      expect.arrayContaining(['agents.http', 'approval.http', 'local-tool.http', 'refusals.http']),
    );
  });

  it.each(stories)('%s is the same bytes in two new worlds, and those that were recorded', async (name) => {
    const recorded = readFileSync(new URL(name, folder), 'utf8');
    const [first, second] = [await play(recorded), await play(recorded)];
    expect(second).toBe(first);
    if (isRecording) writeFileSync(new URL(name, folder), first);
    else expect(first).toBe(recorded);
  });
});
