/** Handlers of MSW with the oldest supported version: the tests of the current one, which import the older one instead. */
import { vi } from 'vitest';

vi.mock('msw', () => import('msw-2-7'));
vi.mock('msw/node', () => import('msw-2-7/node'));

await import('./msw.test.ts');
