/** The switches of records that have paths of their own: `PUT /issues/{number}/lock` sets `locked` of the issue. */
import { flatten } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { stemOf } from '../../../contract/resources/records/action-effect.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../compose.ts';
import { findTarget, pathTexts } from '../locate.ts';
import { parentName } from '../references.ts';
import type { ResourcePlan } from '../plan.ts';

/** A switch of the record above a path. */
export interface RecordSwitch {
  readonly plan: ResourcePlan;
  readonly property: string;
  readonly parameter: string;
}

/** Finds the switch that a path sets; `null` if the record above it has none. */
export async function switchOf({ plan, plans }: ResourceCall): Promise<RecordSwitch | null> {
  const [, parameter = '', name = ''] = /\/\{([^}]+)\}\/([^/{}]+)$/.exec(plan.spec.path) ?? [];
  const owner = plan.above.get(parameter);
  const above = owner === undefined ? null : await plans.resource(owner);
  const stem = stemOf(flatten(name));
  const property = [...(above?.schema?.properties ?? [])].find(
    ([each, { types, values }]) =>
      types?.has('boolean') === true &&
      values === null &&
      stem.length > 2 &&
      flatten(each).replace(/^is/, '').startsWith(stem),
  );
  return above === null || property === undefined ? null : { plan: above, property: property[0], parameter };
}

/** Sets the switch of the record above a path, on or off. */
export function setSwitch(
  tx: Transaction,
  { plan: called, request }: ResourceCall,
  { plan, property, parameter }: RecordSwitch,
  isOn: boolean,
): void {
  const name = parentName(called.spec.path, parameter);
  const { [name]: key = '', ...parents } = pathTexts(called, request);
  const record = findTarget(tx, plan, { key, parents });
  if (record !== undefined) changeRecord(tx, plan, record, { ...record.value, [property]: isOn });
}
