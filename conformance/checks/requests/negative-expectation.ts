/**
 * What a wrong request expects: a refusal that its operation declares.
 */
import type { Ground } from '../../schema-location/provenance.ts';
import type { Subject } from './case.ts';
import type { Expectation } from './expectation.ts';
import { atMostWarn } from './ground.ts';
import { declared, refusalsOf } from './statuses.ts';

/** What a request expects whose body or query the contract forbids. */
export function expectRefusal(subject: Subject, says: string, ground: Ground): Expectation {
  const statuses = refusalsOf(subject);
  // Why: where 400 is not declared, the source does not say that such a request is refused at all.
  const isStated = declared(subject.operation, [400]).length > 0;
  const sure = isStated ? ground : atMostWarn(ground);
  return { says, statuses: isStated ? statuses : [400, ...statuses], tolerated: [], wording: null, ...sure };
}
