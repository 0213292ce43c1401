/** The command `npm run lint:spec`: lints the documents of the contract with every linter that reads them. */
import { join } from 'node:path';
import { readCall } from '../read-call.ts';
import { dropEchoes, printFindings } from './finding.ts';
import { runAsyncapiParser, runRedocly } from './run-linters.ts';

const usage = `Usage: npm run lint:spec

Lints the OpenAPI documents and asyncapi.yaml below spec/ with Redocly and the rules of tools/lint-spec/plugin, and
asyncapi.yaml with @asyncapi/parser. Both errors and warnings are findings.

  --help   print this text

Exit codes: 0 no findings, 1 findings, 2 a linter could not run.
`;

const project = join(import.meta.dirname, '../..');

readCall(usage, {});
try {
  const all = await Promise.all([runRedocly(project), runAsyncapiParser(project, 'spec/asyncapi.yaml')]);
  const findings = dropEchoes(all.flat());
  console.log(findings.length === 0 ? 'No findings in spec/.' : printFindings(findings));
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
