/** `backlot check --har`: checks recorded traffic, and sends nothing. */
import { readFileSync } from 'node:fs';
import type { Config } from '../conformance/config/config.ts';
import { checkHar } from '../conformance/har/check-har.ts';
import { readHar, type HarFile } from '../conformance/har/read-har.ts';
import type { RunReport } from '../conformance/model/run-report.ts';
import { listSome, showInline } from '../conformance/report/plain-text.ts';
import type { Contract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import type { CheckedApi } from './checked-api.ts';

/** A file to check. Shape: `baseUrl` is the URL of the service, `null` for the servers of the description. */
export interface HarCall extends CheckedApi {
  readonly file: string;
  readonly baseUrl: string | null;
  readonly config: Config;
}

/** Checks a file. Shape: a problem if it has no entry that can be checked. Errors: throws that of the file system. */
export async function runHar({
  file,
  baseUrl,
  contract,
  plugin,
  config,
}: HarCall): Promise<RunReport | { readonly problem: string }> {
  const har = readHar(readFileSync(file));
  if ('problem' in har) return { problem: `${file} ${har.problem}.` };
  const addresses = baseUrl === null ? addressesOf(har, contract) : [baseUrl];
  const report = await checkHar({ har, name: file, addresses, contract, plugin, config });
  if (report.requests > 0) return report;
  const origins = [...new Set(har.entries.map(({ url }) => url.origin))];
  const names = showInline(listSome(origins, 10));
  return {
    problem: [
      `${file} has no request for an operation of ${showInline(contract.title)} at ${addresses.join(', ') || 'an address of its description'}.`,
      ...report.notices,
      `Name the address of the service, with the path before those of the description: backlot check URL --har ${file}. The file has ${names}.`,
    ].join('\n'),
  };
}

/**
 * Returns the servers of a description, or else the only origin with entries of its operations, with the paths of the
 * servers.
 */
function addressesOf({ entries }: HarFile, contract: Contract): readonly string[] {
  const { servers } = contract;
  const origins = [...new Set(entries.map(({ url }) => url.origin))];
  const absolute = servers.filter((server) => URL.canParse(server));
  const isRecorded = absolute.some((server) => origins.includes(new URL(server).origin));
  if (isRecorded || origins.length === 0) return absolute;
  // Why: a service is often recorded on another host than the production servers of its description.
  const paths = servers.map((server) => URL.parse(server, 'http://local')?.pathname ?? '/');
  const bases = [...new Set([...paths, '/'])].map((path) => path.replace(/(?<!\/)\/+$/, ''));
  const { match } = operationsOf(contract);
  const isCall = ({ method, url }: HarFile['entries'][number]): boolean =>
    bases.some(
      (base) =>
        url.pathname.startsWith(`${base}/`) && match(method, url.pathname.slice(base.length)) !== null,
    );
  const [origin, ...others] =
    origins.length === 1 ? origins : new Set(entries.filter(isCall).map(({ url }) => url.origin));
  return origin === undefined || others.length > 0 ? absolute : bases.map((base) => origin + base);
}
