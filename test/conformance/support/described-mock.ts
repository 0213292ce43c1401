/** Checks of the mock of a description, in this process. */
import { basename, dirname } from 'node:path';
import { readDescription } from '../../../cli/described-contract.ts';
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { loadResources } from '../../../generator/load/load-resources.ts';
import { createEngine } from '../../../mock/engine/engine.ts';
import { createResourcePlugin } from '../../../mock/resources/plugin.ts';

/** Checks the mock of the description at a path, which accepts only the credentials that the checks have. */
export async function checkDescribedMock(path: string): Promise<RunReport> {
  const sources = {
    openapi: basename(path),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: dirname(path),
    access: { isRemoteAllowed: false, folders: [] },
  };
  const { resources, contract, diagnostics } = await loadResources(sources);
  const { contract: checked } = await readDescription(sources);
  if (resources === null || contract === null || checked === null)
    throw new Error(JSON.stringify(diagnostics));
  const credentials = [{ token: 'token-of-ada' }, { user: 'ada', password: 'secret' }];
  const engine = await createEngine(createResourcePlugin({ contract, ...resources }, { credentials }));
  const isBasic = contract.service.securitySchemes.some(({ kind }) => kind === 'basic');
  const environment = {
    ...defaultConfig.environment,
    credentials: { full: isBasic ? 'ada:secret' : 'token-of-ada' },
  };
  // Why without a rate: the mock is in this process.
  const budget = { ...defaultConfig.budget, perSecond: null };
  return runConformance({
    contract: checked,
    plugin: emptyPlugin,
    baseUrl: engine.baseUrl,
    fetch: (url, init) => engine.fetch(url, init),
    config: { ...defaultConfig, level: 'destructive', environment, budget },
  });
}
