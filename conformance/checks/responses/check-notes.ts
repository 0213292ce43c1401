/** Judges what a walk through a body has noted: undeclared members, C07, and points in time, C08. */
import type { Provenance } from '../../schema-location/provenance.ts';
import { factsAbout } from '../../schema-location/facts.ts';
import { detailsOf } from '../../schema-location/supporting-facts.ts';
import type { CheckResult, Problem } from '../../engine/finding.ts';
import { problemOn, type DeclaredResponse } from './declared-response.ts';
import type { BodyNotes, NotedTime } from './note-body.ts';
import type { TimeReading } from './timestamps.ts';

const description: Readonly<Record<Exclude<TimeReading, 'complete'>, string>> = {
  zoneless: 'has no zone, so nobody knows which moment it means',
  date: 'is a date without a time of day',
  loose: 'is written with a space, which ISO 8601 does not know',
  wrong: 'is no ISO 8601 timestamp',
};

/** Judges the members that nobody declared. Shape: nothing where no object had to be looked at. */
export function checkUnknownProperties({ cap }: DeclaredResponse, notes: BodyNotes): readonly CheckResult[] {
  if (notes.closedObjects === 0) return [];
  const problems = notes.unknownProperties.map(({ path, place }) => {
    const provenance: Provenance = { severity: 'warn', facts: [], assumption: null, place };
    return problemOn(provenance, cap, path, `${path} is not in the contract.`);
  });
  return [{ check: 'C07', problems }];
}

/** Judges the points in time. Shape: nothing where there was none. */
export function checkTimes(declared: DeclaredResponse, notes: BodyNotes): readonly CheckResult[] {
  if (notes.timeCount === 0) return [];
  return [{ check: 'C08', problems: notes.times.flatMap((time) => problemOf(declared, time)) }];
}

function problemOf(
  { cap }: DeclaredResponse,
  { path, location, text, reading }: NotedTime,
): readonly Problem[] {
  if (reading === 'complete') return [];
  const place = location.pointers.at(-1) ?? null;
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const stable = `${path} ${description[reading]}`;
  const provenance = provenanceOf(location.subjects, reading, place);
  return [{ ...problemOn(provenance, cap, path, `${stable}: ${shown}`), stable }];
}

/** A text that is no ISO 8601 at all breaks a fact where the source says of this member that it is. */
function provenanceOf(subjects: readonly string[], reading: TimeReading, place: string | null): Provenance {
  const general = factsAbout('*:timestamps').map(({ id }) => id);
  const stated = factsAbout(...subjects).filter(
    (fact) => detailsOf(fact).get('type')?.includes('ISO 8601') === true,
  );
  if (reading === 'wrong' && stated.length > 0)
    return { severity: 'fail', facts: [...stated.map(({ id }) => id), ...general], assumption: null, place };
  if (reading === 'wrong') return { severity: 'warn', facts: general, assumption: null, place };
  return { severity: 'warn', facts: [], assumption: 'A-004', place };
}
