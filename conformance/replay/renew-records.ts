/** Creates the records of a case again if they no longer exist. */
import { operationsOf } from '../../contract/operations.ts';
import { createRequestBuilder, loadSampleRequests } from '../requests/base-request.ts';
import { pathNamesOf, RecordMaker } from '../requests/records/record-maker.ts';
import type { Wire } from '../http/wire.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { CaseFile } from './case-file.ts';
import type { ReplayJob } from './replay-call.ts';

/**
 * Returns a case whose requests use new records instead of those in the path of its last one; `null` if one can't be
 * created.
 *
 * Errors: rejects as `Wire.send`.
 */
export async function renewRecords(
  { file, options: { contract, plugin } }: ReplayJob,
  wire: Wire,
  environment: TestEnvironment,
): Promise<CaseFile | null> {
  const { method = 'GET', path = '/', operation: id = null } = file.steps.at(-1)?.request ?? {};
  const operations = operationsOf(contract);
  const operation = (id === null ? null : operations.byId(id)) ?? operations.match(method, path);
  const names = operation === null ? [] : pathNamesOf(operation);
  if (operation === null || names.length === 0) return null;
  const builder = createRequestBuilder(contract, plugin.requests, await loadSampleRequests(contract));
  const made = await new RecordMaker(builder, wire, environment).create(operation, names, true);
  const former = valuesIn(operation.path, path);
  const pairs = names.flatMap((name) => {
    const [before, after] = [former[name], made[name]];
    return before === undefined || after === undefined ? [] : [[before, after] as const];
  });
  if (pairs.length < names.length) return null;
  const renew = (text: string): string =>
    text
      .split(/([/?#&="])/)
      .map((part) => pairs.find(([before]) => before === part)?.[1] ?? part)
      .join('');
  return {
    ...file,
    steps: file.steps.map((step) => {
      const { request } = step;
      const body = request.body === null ? null : renew(request.body);
      return { ...step, request: { ...request, path: renew(request.path), body } };
    }),
  };
}

/** Returns the values of the parameters of a path, as written in it. */
function valuesIn(template: string, path: string): Readonly<Record<string, string>> {
  const parts = (path.split('?')[0] ?? '').split('/');
  return Object.fromEntries(
    template.split('/').flatMap((step, index) => {
      const name = /^\{(.+)\}$/.exec(step)?.[1];
      const value = parts[index];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
