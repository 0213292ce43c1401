/** Workflow commands of GitHub Actions, which annotate the files of a pull request. */
import { showControls } from './plain-text.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/**
 * Formats a workflow command.
 *
 * Source: GitHub Actions, "Workflow commands"; properties and text are escaped differently.
 */
export function annotate(
  level: AnnotationLevel,
  values: Readonly<Record<string, string | number | undefined>>,
  text: string,
): string {
  const properties = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${level} ${properties.join(',')}::${escapeText(showControls(text))}`;
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
