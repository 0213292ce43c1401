import { expect, it } from 'vitest';
import { createCheckTools } from '../../../../cli/mcp/check-tools.ts';
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { agentPlatform as plugin } from '../../../../conformance/agent-platform/plugin.ts';
import { catalogue } from '../../../../conformance/catalogue/catalogue.ts';
import type { Wire } from '../../../../conformance/http/wire.ts';
import { CheckTools, playCheck } from '../../../../conformance/play/play-check.ts';
import { createResultCollector } from '../../../../conformance/results/result-collector.ts';
import { nameState } from '../../../../generator/diff/compared-state.ts';
import { makeExchange, plan } from '../report/made-report.ts';

it('a problem of an earlier request is shown with that request and the writes', async () => {
  const tools = new CheckTools({ contract, wire: {} as Wire });
  const methods = ['POST', 'GET', 'GET', 'DELETE'] as const;
  const exchanges = methods.map((method, index) =>
    makeExchange({ number: index + 1, request: { ...plan, method } }),
  );
  for (const exchange of exchanges) tools.record(exchange);
  const collector = createResultCollector(contract, catalogue(plugin));
  const run = (): Promise<void> => {
    tools.noteOf(exchanges[2]!, false, 'It is open.', 'status');
    return Promise.resolve();
  };
  const check = { id: 'LAW16', title: 'Another account cannot access a record.' };
  await playCheck({ check, tools, run }, { contract, collector, subject: '/agents' });
  const findings = collector.outcomes().flatMap((outcome) => outcome.findings);
  expect(findings.map((finding) => finding.exchanges.map(({ number }) => number))).toEqual([[1, 3]]);
});

it('the tool runCheck requires its check, and a level that exists', async () => {
  const run = () => Promise.reject(new Error('It ran.'));
  const tools = createCheckTools({ baseUrl: 'http://x.test', list: () => Promise.resolve([]), run });
  const call = tools.find(({ name }) => name === 'runCheck')!.call;
  await expect(call({})).rejects.toThrow('check is required');
  await expect(call({ check: 'C03', level: 'all' })).rejects.toThrow('level must be one of passive');
  await expect(call({ check: 'C03' })).rejects.toThrow('It ran.');
});

it('a comparison reports a missing document, and reads other arguments as revisions', async () => {
  expect(await nameState('missing.yaml', '/nowhere')).toMatchObject({
    problem: expect.stringContaining('The file "missing.yaml" was not found.') as string,
  });
  expect(await nameState('v1.2', '/nowhere')).toMatchObject({ kind: 'revision' });
});
