/** Writes a report as JSON for other programs. Properties are stable; nothing is truncated. */
import type { LocatedChange, LocatedPlace } from './located.ts';
import { countChanges, shownChanges, verdictOf, type DiffReport } from './report.ts';

/** Version of the format. Increases when a property is removed or changes its meaning. */
const FORMAT = 1;

export function writeJson(report: DiffReport): string {
  const targets = report.targets.map((target) => {
    const { before, after, changes } = target.comparison;
    const shown = shownChanges(target, report);
    return {
      name: target.name,
      old: before,
      new: after,
      counts: countChanges(shown),
      hidden: changes.length - shown.length,
      changes: shown.map(writeChange),
    };
  });
  return `${JSON.stringify({ format: FORMAT, verdict: verdictOf(report) ?? 'none', targets }, null, 2)}\n`;
}

function writeChange({ change, effect, impact, message, before, after }: LocatedChange): object {
  const { kind, direction, subject, facts, affected } = change;
  return {
    kind,
    impact,
    readers: effect.readers,
    writers: effect.writers,
    direction,
    subject,
    message,
    facts,
    old: before === null ? null : writePlace(before),
    new: after === null ? null : writePlace(after),
    operations: affected.operations,
    events: affected.events,
  };
}

function writePlace({ file, pointer, position }: LocatedPlace): object {
  return { file, pointer, line: position?.line ?? null, column: position?.column ?? null };
}
