/** Parses scenarios in YAML or JSON and reports problems with their lines. */
import { openReading, positionOf, readJson, type ConfigProblem } from '../../generator/source/yaml-value.ts';
import type { Scenario } from '../../mock/agent-platform/domain/scenarios/scenario.ts';
import { ok, err, type Result } from '../../mock/kernel/transaction/result.ts';
import { readScenario } from '../../mock/agent-platform/scenario-check.ts';

/** Parses a scenario. JSON is parsed as YAML. Errors: all problems. */
export async function parseScenario(
  text: string,
  defaultName: string,
): Promise<Result<Scenario, readonly ConfigProblem[]>> {
  const reading = openReading(text, {});
  const { document, problems } = reading;
  // The library rejects aliases that expand excessively.
  const value = problems.length > 0 ? undefined : readJson(document.contents, 'The scenario', reading);
  if (problems.length > 0) return err(problems);
  const read = await readScenario(value, defaultName);
  if (read.ok) return ok(read.value);
  return err(
    read.error.map(({ path, message, suggestion }) => ({
      ...positionOf(reading, path === '' ? [] : path.split('.')),
      message: suggestion === undefined ? message : `${message} (${suggestion})`,
    })),
  );
}
