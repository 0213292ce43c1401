/**
 * What a wrong request expects: a refusal that its operation declares.
 */
import type { Provenance } from '../../schema-location/provenance.ts';
import type { Subject } from './case.ts';
import type { Expectation } from './expectation.ts';
import { capSeverity } from './request-provenance.ts';
import { declared, refusalsOf } from './statuses.ts';

/** What a request expects whose body or query the contract forbids. */
export function expectRefusal(subject: Subject, description: string, provenance: Provenance): Expectation {
  const statuses = refusalsOf(subject);
  // Why: where 400 is not declared, the source does not say that such a request is refused at all.
  const isStated = declared(subject.operation, [400]).length > 0;
  const sure = isStated ? provenance : capSeverity(provenance);
  return {
    description,
    statuses: isStated ? statuses : [400, ...statuses],
    tolerated: [],
    wording: null,
    ...sure,
  };
}
