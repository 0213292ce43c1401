/**
 * The size of a bundle with one operation of the generated client, compared with the clients of the peers for the same
 * contract.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { heyApi, heyApiEntry, heyApiOutput, runHeyApi } from '../support/hey-api.ts';
import { costRow, pairCosts } from '../support/pair.ts';
import { peerPath, peersMissing } from '../support/peers.ts';
import type { Bench, Missing, Row } from '../support/table.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const openapiFetch = 'openapi-fetch';

/**
 * The operations: their description in the rows, their name, and the call with openapi-fetch, which reads no events.
 */
const operations = [
  ['bundle of one operation', 'getAgent', "client.GET('/v1/agents/{id}', input)"],
  ['bundle of one streamed operation', 'followExecutionEvents', null],
] as const;

/** Measures one operation and one streamed operation, minified and compressed. */
export const benchBundle: Bench = () =>
  inTemporaryFolder(async (folder) => {
    const entry = heyApiEntry();
    if (entry !== null) await runHeyApi(folder, join(root, 'spec/dist/openapi.json'), entry, 'client');
    const rows: (Row | Missing)[] = [];
    for (const [what, name, call] of operations) {
      const source = `export { createClient, ${name} } from './client.ts';`;
      const ours = await bundleKilobytes(join(root, 'generated/service'), source);
      const add = async (against: string, from: string | null, theirs: string): Promise<void> => {
        if (from === null) rows.push({ what, against, missing: peersMissing });
        else {
          const pair = pairCosts(ours, await bundleKilobytes(from, theirs));
          rows.push(costRow(what, against, pair, null, 'kB, minified and gzipped'));
        }
      };
      const generated = entry === null ? null : heyApiOutput(folder, 'client');
      await add(
        heyApi,
        generated,
        `export { client } from './client.gen'; export { ${name} } from './sdk.gen';`,
      );
      if (call === null) continue;
      const fetching = `import createClient from 'openapi-fetch';
        export { createClient };
        export const ${name} = (client, input) => ${call};`;
      await add(openapiFetch, peerPath('.'), fetching);
    }
    return rows;
  });

/** Units: kilobytes of 1,000 bytes. */
async function bundleKilobytes(resolveDir: string, contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1000;
}
