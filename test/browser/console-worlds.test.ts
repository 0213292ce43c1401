/** Stored worlds that the mock cannot read, in the console. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../mock/hosts/node.ts';
import { temporaryFile } from '../unit/logs/sqlite-support.ts';
import { listWorlds, openMock, replaceCommit, writeWorlds } from '../unit/logs/stored-mock.ts';
import { hasBrowser, useBrowser } from './browser.ts';

describe.runIf(hasBrowser)('the console', () => {
  const browser = useBrowser();

  it('shows worlds that cannot be read, with the problem, and asks before it deletes one', async () => {
    const file = temporaryFile();
    await writeWorlds(file);
    replaceCommit(file, 'other', { at: 1_767_600_000_000, puts: 7 });
    const { mock } = await openMock(file);
    const server = await listen(mock, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const page = await browser.context.newPage();
    await page.goto(`${server.url}/_mock/console/#/worlds`);
    const row = page.getByLabel('Unreadable worlds').getByRole('row', { name: 'other' });
    await row.getByText('puts must be a list').waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delete the world other').waitFor();
    expect((await listWorlds(mock)).unreadable.map(({ id }) => id)).toEqual(['other']);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await listWorlds(mock)).unreadable).toEqual([]);
  });
});
