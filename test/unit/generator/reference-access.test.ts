/** What the references of a document may access, and the errors for those that are rejected. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { openDocument } from '../../../generator/source/open.ts';
import { fetchDocument } from '../../../generator/source/fetch-document.ts';
import { loadDocuments } from '../../../generator/source/load.ts';
import { lintDocument } from '../../../generator/source/lint.ts';
import { PROJECT_ONLY, type ReferenceAccess } from '../../../generator/source/reference-access.ts';
import { serve } from './support/serve.ts';
import { temporaryFolder } from '../../support/folder.ts';

function documentWith(ref: string): string {
  return `openapi: 3.1.0
info: { title: t, version: '1' }
paths: {}
components:
  schemas:
    A: { $ref: ${JSON.stringify(ref)} }
`;
}

async function messagesOf(folder: string, access: ReferenceAccess = PROJECT_ONLY): Promise<string[]> {
  const { report, diagnostics } = collectDiagnostics();
  for (const source of await loadDocuments({ openapi: 'openapi.yaml', asyncapi: [] }, folder, report))
    await openDocument(source, folder, report, access);
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

async function projectWith(ref: string): Promise<string> {
  return temporaryFolder({ 'openapi.yaml': documentWith(ref), 'schemas/a.yaml': 'type: string\n' });
}

const outside =
  'it is outside of the project; use --allow-folder (`allow.folders`) to read from other folders.';

describe('a reference', () => {
  it('is followed to a file in the project', async () => {
    expect(await messagesOf(await projectWith('schemas/a.yaml'))).toEqual([]);
  });

  it.each(['/etc/passwd', '../../../../../../etc/passwd', '..%2f..%2f..%2fetc/passwd', '/proc/self/environ'])(
    'to %s is not followed, and nothing of the file is printed',
    async (ref) => {
      const [message = '', ...others] = await messagesOf(await projectWith(ref));
      expect(others).toEqual([]);
      expect(message).toMatch(/^REFERENCE_(REFUSED|UNRESOLVED) /);
      expect(message).not.toContain('root:');
    },
  );

  it('to a file outside of the project is followed only if the folder is allowed', async () => {
    const around = await temporaryFolder({ 'shared/a.yaml': 'type: string\n' });
    const folder = path.join(around, 'project');
    await import('node:fs/promises').then(({ mkdir, writeFile }) =>
      mkdir(folder).then(() =>
        writeFile(path.join(folder, 'openapi.yaml'), documentWith('../shared/a.yaml')),
      ),
    );
    expect(await messagesOf(folder)).toEqual([
      `REFERENCE_REFUSED \`../shared/a.yaml\` is not followed: ${outside}`,
    ]);
    const access = { isRemoteAllowed: false, folders: [path.join(around, 'shared')] };
    expect(await messagesOf(folder, access)).toEqual([]);
  });

  it('through a symbolic link out of the project is not followed', async () => {
    const secret = await temporaryFolder({ 'secret.yaml': 'type: string\n' });
    const folder = await projectWith('schemas/link.yaml');
    symlinkSync(path.join(secret, 'secret.yaml'), path.join(folder, 'schemas/link.yaml'));
    expect(await messagesOf(folder)).toEqual([
      `REFERENCE_REFUSED \`schemas/link.yaml\` is not followed: ${outside}`,
    ]);
  });

  it('to a named pipe is not followed, and does not block', async () => {
    const folder = await projectWith('pipe.yaml');
    execFileSync('mkfifo', [path.join(folder, 'pipe.yaml')]);
    expect(await messagesOf(folder)).toEqual([
      'REFERENCE_REFUSED `pipe.yaml` is not followed: it is not a regular file.',
    ]);
  });

  it('to a URL is not followed unless it is allowed', async () => {
    const { origin, paths } = await serve((_, response) => response.end('type: string\n'));
    const folder = await projectWith(`${origin}/a.yaml`);
    expect(await messagesOf(folder)).toEqual([
      `REFERENCE_REFUSED \`${origin}/a.yaml\` is not followed: URLs are fetched only with --allow-remote (\`allow.remote\`).`,
    ]);
    expect(paths).toEqual([]);
    expect(await messagesOf(folder, { isRemoteAllowed: true, folders: [] })).toEqual([]);
    expect(paths).toEqual(['/a.yaml']);
  });

  it('that is not allowed is not followed by the linter either', async () => {
    const { origin, paths } = await serve((_, response) => response.end('type: string\n'));
    const folder = await projectWith(`${origin}/a.yaml`);
    const { report } = collectDiagnostics();
    const [source] = await loadDocuments({ openapi: 'openapi.yaml', asyncapi: [] }, folder, report);
    const rules = await temporaryFolder({ 'rules.yaml': 'rules: { struct: error }\n' });
    await lintDocument(source!, path.join(rules, 'rules.yaml'), folder, report);
    expect(paths).toEqual([]);
  });
});

describe('a fetch', () => {
  it('does not follow a redirect into a private network', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    );
    await expect(fetchDocument(`${origin}/a`)).rejects.toThrow('it redirects to a private address');
  });

  it('follows a limited number of redirects on the same host', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else if (request.url === '/b') response.end('b');
      else response.writeHead(302, { location: '/loop' }).end();
    });
    expect(await fetchDocument(`${origin}/a`)).toMatchObject({ text: 'b' });
    await expect(fetchDocument(`${origin}/loop`)).rejects.toThrow('it redirects more than 5 times');
  });

  it('times out without a response', async () => {
    const { origin } = await serve(() => undefined);
    await expect(fetchDocument(`${origin}/a`, 50)).rejects.toThrow('it took longer than 0.05 seconds');
  });

  it('reports the status of the response', async () => {
    const { origin } = await serve((_, response) => response.writeHead(404).end());
    await expect(fetchDocument(`${origin}/a`)).rejects.toThrow('the server returned 404');
  });
});
