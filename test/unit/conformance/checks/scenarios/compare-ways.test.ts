/** Runs that are played in two ways. */
import { expect, it } from 'vitest';
import { compareWays } from '../../../../../conformance/agent-platform/scenarios/agreement/compare-ways.ts';
import { readResult } from '../../../../../conformance/agent-platform/scenarios/play-run.ts';
import type { PlayedEvent } from '../../../../../conformance/agent-platform/scenarios/played-run.ts';

const text: PlayedEvent = { type: 'text_complete', text: 'Hello' };
const update: PlayedEvent = { type: 'artifact_update', component: 'chart' };
const delta: PlayedEvent = { type: 'text_delta', delta: 'Hel' };

it.each<readonly [string, readonly PlayedEvent[], readonly PlayedEvent[], readonly string[]]>([
  ['the same events', [text], [text], []],
  ['fewer events', [text], [text, update], ['The stream has fewer artifact_update events than the result.']],
  ['more events', [text, update], [text], []],
  ['joined pieces', [delta, delta, text], [delta, text], []],
  ['no pieces', [text], [delta, text], ['The stream has fewer text_delta events than the result.']],
  ['a missing property', [{ type: 'text_complete' }], [text], ['text_complete has text in the result only.']],
  [
    'another value',
    [{ ...text, text: 'Bye' }],
    [text],
    ['The text of text_complete differs between the stream and the result.'],
  ],
])('compares a stream with %s', async (_, streamed, listed, expected) => {
  const play = (isFirst: boolean) => Promise.resolve(readResult({ events: isFirst ? streamed : listed }));
  const found = await compareWays({ names: ['stream', 'result'], play });
  expect(found.map(({ message }) => message)).toEqual(expected);
});
