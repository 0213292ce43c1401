/** Records that a change moves below another parent: `{ action: 'move', target_group_id }` of a member of a group. */
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { textOf } from '../fields.ts';
import { updateOwners, type RecordOwner } from '../links/owners.ts';
import { updateCounts } from '../links/record-counts.ts';
import { parentFields } from '../links/references.ts';
import type { LocatedRecord } from '../locate.ts';
import { records, type ResourceRecord } from '../record.ts';

type Parents = LocatedRecord['parents'];

/** Returns the parents that a request moves a record below. Shape: empty for one that moves nothing. */
export function newParents(call: ResourceCall, parents: Parents): Parents {
  const sent = Object.entries(sentFields(call));
  const isMove = sent.some(
    ([name, value]) => /^(?:action|command)$/i.test(name) && /^(?:move|transfer)$/i.test(textOf(value)),
  );
  const moved = !isMove
    ? []
    : sent.flatMap(([name, value]) => {
        const target = wordsOf(name.replace(/^(?:target|destination|new|to)(?=[A-Z_-])/i, '')).join('');
        const parameter = Object.keys(parents).find((each) => flatten(each) === target);
        return parameter === undefined ? [] : [[parameter, textOf(value)] as const];
      });
  return Object.fromEntries(moved);
}

/** Moves a record below other parents, with the properties that name these; `owners` are what is above it. */
export function moveRecord(
  tx: Transaction,
  { plan: { resource } }: ResourceCall,
  record: ResourceRecord,
  { moved, owners }: { readonly moved: Parents; readonly owners: readonly RecordOwner[] },
): ResourceRecord {
  if (Object.keys(moved).length === 0) return record;
  const parents = { ...record.parents, ...moved };
  const fields = parentFields(resource, record.value, parents);
  const after = tx.put(records, { ...record, parents, value: { ...record.value, ...fields } });
  updateCounts(tx, resource.countedBy, record, after);
  updateOwners(tx, owners, record.parents);
  updateOwners(tx, owners, parents);
  return after;
}
