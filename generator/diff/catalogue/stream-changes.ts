/** Changes of streams and their events, channels and their messages, webhooks and callbacks. */
import {
  affectsAll,
  breaksBoth,
  breaksReaders,
  breaksWritersRisksReaders,
  harmless,
  risksReaders,
} from './effect.ts';
import { quote, row, type Replaced } from './row.ts';

export interface EventFacts {
  readonly event: string;
}

export const streamChanges = {
  'event-added': row<EventFacts>(
    risksReaders,
    (subject, { event }) => `${subject} has a new event ${quote(event)}.`,
  ),
  'event-removed': row<EventFacts>(
    risksReaders,
    (subject, { event }) => `${subject} no longer has the event ${quote(event)}.`,
  ),
  'closing-event-removed': row<EventFacts>(
    breaksReaders,
    (subject, { event }) => `${subject} no longer has the event ${quote(event)}, which ended or paused it.`,
  ),
  'event-renamed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `The event ${quote(from)} of ${subject} is now named ${quote(to)}.`,
  ),
  'event-became-terminal': row<EventFacts>(
    breaksReaders,
    (subject, { event }) => `${quote(event)} now ends ${subject}.`,
  ),
  'event-no-longer-terminal': row<EventFacts>(
    breaksReaders,
    (subject, { event }) => `${quote(event)} no longer ends ${subject}.`,
  ),
  'event-became-pausing': row<EventFacts>(
    breaksReaders,
    (subject, { event }) => `${quote(event)} now pauses ${subject}.`,
  ),
  'event-no-longer-pausing': row<EventFacts>(
    breaksReaders,
    (subject, { event }) => `${quote(event)} no longer pauses ${subject}.`,
  ),
  'event-became-keepalive': row<EventFacts>(
    harmless,
    (subject, { event }) => `${quote(event)} now only keeps ${subject} alive.`,
  ),
  'event-no-longer-keepalive': row<EventFacts>(
    risksReaders,
    (subject, { event }) => `${quote(event)} no longer only keeps ${subject} alive.`,
  ),
  'stream-tag-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) =>
      `The discriminator of the events of ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
  'stream-choice-changed': row<Replaced>(
    affectsAll('breaking'),
    (subject, { from, to }) => `${subject} streams ${to} instead of ${from}.`,
  ),

  'channel-added': row<{ readonly address: string }>(
    affectsAll('compatible'),
    (subject, { address }) => `The channel ${subject} (${quote(address)}) was added.`,
  ),
  'channel-removed': row<{ readonly address: string }>(
    affectsAll('breaking'),
    (subject, { address }) => `The channel ${subject} (${quote(address)}) was removed.`,
  ),
  'channel-renamed': row<Replaced>(
    affectsAll('compatible'),
    (subject, { from }) => `The channel ${subject} was named ${quote(from)}.`,
  ),
  'channel-moved': row<Replaced>(
    affectsAll('breaking'),
    (subject, { from, to }) => `The channel ${subject} moved from ${quote(from)} to ${quote(to)}.`,
  ),
  'delivery-changed': row<Replaced>(
    affectsAll('breaking'),
    (subject, { from, to }) => `The channel ${subject} is delivered by ${to} instead of ${from}.`,
  ),
  'message-added': row(risksReaders, (subject) => `The message ${subject} was added.`),
  'message-removed': row(breaksWritersRisksReaders, (subject) => `The message ${subject} was removed.`),
  'message-renamed': row<Replaced>(
    breaksBoth,
    (subject, { from }) => `The message ${subject} was named ${quote(from)}.`,
  ),
  'message-direction-changed': row<Replaced>(
    affectsAll('breaking'),
    (subject, { from, to }) => `The direction of the message ${subject} is ${to} instead of ${from}.`,
  ),

  'incoming-added': row<{ readonly address: string }>(
    affectsAll('compatible'),
    (subject, { address }) => `The webhook or callback ${subject} (${quote(address)}) was added.`,
  ),
  'incoming-removed': row<{ readonly address: string }>(
    affectsAll('breaking'),
    (subject, { address }) => `The webhook or callback ${subject} (${quote(address)}) was removed.`,
  ),
} as const;
