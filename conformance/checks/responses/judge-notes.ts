/** Judges what a walk through a body has noted: undeclared members, C07, and points in time, C08. */
import type { Ground } from '../../schema-location/provenance.ts';
import { factsAbout } from '../../schema-location/facts.ts';
import { detailsOf } from '../../schema-location/supporting-facts.ts';
import type { Judgement, Problem } from '../../engine/finding.ts';
import { problemOn, type DeclaredResponse } from './declared-response.ts';
import type { BodyNotes, NotedTime } from './note-body.ts';
import type { TimeReading } from './timestamps.ts';

const says: Readonly<Record<Exclude<TimeReading, 'complete'>, string>> = {
  zoneless: 'has no zone, so nobody knows which moment it means',
  date: 'is a date without a time of day',
  loose: 'is written with a space, which ISO 8601 does not know',
  wrong: 'is no ISO 8601 timestamp',
};

/** Judges the members that nobody declared. Shape: nothing where no object had to be looked at. */
export function judgeStrangers({ cap }: DeclaredResponse, notes: BodyNotes): readonly Judgement[] {
  if (notes.closedObjects === 0) return [];
  const problems = notes.strangers.map(({ path, place }) => {
    const ground: Ground = { severity: 'warn', facts: [], assumption: null, place };
    return problemOn(ground, cap, path, `${path} is not in the contract.`);
  });
  return [{ check: 'C07', problems }];
}

/** Judges the points in time. Shape: nothing where there was none. */
export function judgeTimes(declared: DeclaredResponse, notes: BodyNotes): readonly Judgement[] {
  if (notes.timeCount === 0) return [];
  return [{ check: 'C08', problems: notes.times.flatMap((time) => problemOf(declared, time)) }];
}

function problemOf({ cap }: DeclaredResponse, { path, spot, text, reading }: NotedTime): readonly Problem[] {
  if (reading === 'complete') return [];
  const place = spot.pointers.at(-1) ?? null;
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const stable = `${path} ${says[reading]}`;
  const ground = groundOf(spot.subjects, reading, place);
  return [{ ...problemOn(ground, cap, path, `${stable}: ${shown}`), stable }];
}

/** A text that is no ISO 8601 at all breaks a fact where the source says of this member that it is. */
function groundOf(subjects: readonly string[], reading: TimeReading, place: string | null): Ground {
  const general = factsAbout('*:timestamps').map(({ id }) => id);
  const stated = factsAbout(...subjects).filter(
    (fact) => detailsOf(fact).get('type')?.includes('ISO 8601') === true,
  );
  if (reading === 'wrong' && stated.length > 0)
    return { severity: 'fail', facts: [...stated.map(({ id }) => id), ...general], assumption: null, place };
  if (reading === 'wrong') return { severity: 'warn', facts: general, assumption: null, place };
  return { severity: 'warn', facts: [], assumption: 'A-004', place };
}
