/** `backlot check --replay FILE`: sends a case again and prints the result. */
import { readFileSync } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import type { Config } from '../conformance/config/config.ts';
import type { CheckPlugin } from '../conformance/plugin.ts';
import type { CaseFile } from '../conformance/replay/case-file.ts';
import { readCase } from '../conformance/replay/read-case.ts';
import { replayCase } from '../conformance/replay/replay.ts';
import type { Replay, ReplayVerdict } from '../conformance/replay/replay-call.ts';
import { clip, showInline } from '../conformance/report/plain-text.ts';
import { exchangeText } from '../conformance/report/text-finding.ts';
import type { Meaning, Painter } from '../conformance/report/report.ts';

/** A call of `--replay`. Shape: `baseUrl` is `null` if the call has none. */
export interface ReplayCall {
  readonly file: string;
  readonly baseUrl: string | null;
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly config: Config;
  readonly paint: Painter;
  readonly isQuiet: boolean;
  readonly isJson: boolean;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

const meanings: Readonly<Record<ReplayVerdict, Meaning>> = {
  FIXED: 'good',
  FAILED: 'bad',
  CHANGED: 'warn',
  INCONCLUSIVE: 'warn',
};

const exitCodes: Readonly<Record<ReplayVerdict, number>> = {
  FIXED: 0,
  FAILED: 1,
  CHANGED: 1,
  INCONCLUSIVE: 2,
};

/** The maximum length of a line. Units: characters. */
const MAX_LINE = 600;

/**
 * Replays a case and prints the result. Shape: the exit code, or a problem with the call.
 *
 * Errors: rejects with CannotRunError.
 */
export async function runReplay(call: ReplayCall): Promise<number | { readonly problem: string }> {
  const { file, paint, isQuiet, print } = call;
  const read = readCase(readFileSync(file, 'utf8'));
  if ('problem' in read) return { problem: `${file} is not a case: ${read.problem}` };
  const baseUrl = call.baseUrl ?? recordedUrl(read);
  if (baseUrl === null)
    return {
      problem: `The case was recorded at ${showInline(read.baseUrl)}. Name the URL to send it to: backlot check URL --replay ${file}`,
    };
  const { contract, plugin, config, signal } = call;
  const replay = await replayCase(read, { baseUrl, contract, plugin, config, signal });
  const details = isQuiet ? [] : detailLines(read, replay);
  if (call.isJson) print(`${JSON.stringify(replay, null, 2)}\n`);
  else print(`${[verdictText(read, replay, paint), ...details].join('\n')}\n`);
  return exitCodes[replay.verdict];
}

/**
 * Returns the recorded URL if it is local: a case file must not send credentials to a host that the user did not name.
 */
function recordedUrl({ baseUrl }: CaseFile): string | null {
  const { hostname, username, password } = new URL(baseUrl);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isHere && username === '' && password === '' ? baseUrl : null;
}

function verdictText({ check, subject }: CaseFile, { verdict, description }: Replay, paint: Painter): string {
  return `${paint(meanings[verdict], verdict)}  ${check} ${showInline(subject)}: ${clip(showInline(description), MAX_LINE)}`;
}

function detailLines(file: CaseFile, { exchanges, findings }: Replay): readonly string[] {
  return [
    ...exchanges.map((exchange) => `  sent  ${exchangeText(exchange)}`),
    ...findings
      .filter(({ message }) => message !== file.message)
      .map(
        ({ at, message }) =>
          `  now   ${clip(showInline(at === '' ? message : `${at}: ${message}`), MAX_LINE)}`,
      ),
  ];
}
