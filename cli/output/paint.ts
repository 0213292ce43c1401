/** Selects colours for the terminal, and makes untrusted text safe for it. */
import { styleText } from 'node:util';
import { paintNothing, type Meaning, type Painter } from '../../conformance/report/report.ts';

/** An output stream. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
}

const colours: Readonly<Record<Meaning, Parameters<typeof styleText>[0]>> = {
  bad: ['bold', 'red'],
  warn: ['bold', 'yellow'],
  good: ['bold', 'green'],
  muted: 'dim',
  strong: 'bold',
};

/** Selects colours: none with `--no-color` or NO_COLOR, else as FORCE_COLOR sets, else only on a terminal. */
export function choosePaint(isPlain: boolean, { isTTY }: Screen, env: NodeJS.ProcessEnv): Painter {
  const forced = env['FORCE_COLOR'];
  const isForced = forced !== undefined && forced !== '0' && forced !== 'false';
  const isForbidden = isPlain || (env['NO_COLOR'] ?? '') !== '' || (forced !== undefined && !isForced);
  if (isForbidden || !(isForced || isTTY === true)) return paintNothing;
  return (meaning, text) => styleText(colours[meaning], text, { validateStream: false });
}

/** Escapes control and invisible characters, which could change what a terminal shows; line breaks are among them. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
