import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Background work that finishes without input from the client. */
export const crawl: Scenario = {
  name: 'crawl',
  description: 'Pauses while web pages are crawled; the crawl finishes by itself after 30 seconds.',
  steps: [
    { say: 'I am reading the pages of the shop. That takes a moment.' },
    {
      await: [
        {
          crawl: {
            role: 'lookup',
            parameters: { url: 'https://shop.test/help', maxPages: 25 },
            result: { pages: 12, failed: 0, title: 'Help and returns' },
          },
        },
      ],
    },
    { source: { title: 'Help and returns', url: 'https://shop.test/help', sourceType: 'web' } },
    { say: 'I have read 12 pages. Returns are free for 30 days.' },
  ],
};
