/** The command `npm run lint:spec`: lints the documents of the contract with every linter that reads them. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropEchoes } from './drop-echoes.ts';
import { printFindings } from './finding.ts';
import { runAsyncapiParser } from './run-asyncapi-parser.ts';
import { runRedocly } from './run-redocly.ts';

const usage = `Usage: node tools/lint-spec/lint-spec.ts

Lints openapi.yaml, asyncapi.yaml and control/openapi.yaml below spec/ with Redocly and the rules of tools/lint-spec/plugin,
and asyncapi.yaml with @asyncapi/parser. Both errors and warnings are findings.

  --help   show this

Exit codes: 0 no findings, 1 findings, 2 a linter could not run.`;

const project = join(import.meta.dirname, '../..');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const all = await Promise.all([runRedocly(project), runAsyncapiParser(project, 'spec/asyncapi.yaml')]);
  const findings = dropEchoes(all.flat());
  console.log(findings.length === 0 ? 'No findings in spec/.' : printFindings(findings));
  return findings.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Try --help.');
  process.exitCode = 2;
}
