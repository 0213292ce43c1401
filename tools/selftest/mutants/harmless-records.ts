/** Valid services whose lists and results are shorter than their records and streams. */
import { editJson, listOf } from '../mutations/response-mutations.ts';
import { editListed } from '../mutations/stream-mutations.ts';
import type { HarmlessDifference } from '../mutations/mutant.ts';

/** Differences between lists and records, and between results and streams. */
export const harmlessRecords: readonly HarmlessDifference[] = [
  {
    id: 'compact-results',
    description: 'lists the events of a result without pings and pieces',
    mutation: editListed({ status: 200 }, (events) =>
      events.filter(({ type }) => !/^ping$|_delta$/.test(String(type))),
    ),
  },
  {
    id: 'short-rows',
    description: 'shortens texts and rounds times in its lists',
    mutation: editJson({ operation: ['listAgents', 'listAgentExecutions'], status: 200 }, (list) => {
      for (const row of listOf(list['data'])) {
        const { description, startedAt } = row;
        if (typeof description === 'string' && description.length > 40)
          row['description'] = `${description.slice(0, 30)}…`;
        if (typeof startedAt === 'string') row['startedAt'] = `${startedAt.slice(0, 19)}Z`;
      }
    }),
  },
];
