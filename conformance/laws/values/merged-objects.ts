/** Merge patches inside objects: what a patch omits stays as it is, and null removes. Source: RFC 7396. */
import { isDeepStrictEqual } from 'node:util';
import { isFields } from '../../model/json-fields.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { isNullable } from '../../requests/values.ts';
import { ordinaryValues } from '../record-changes.ts';
import { isTextMap, plainShape, propertiesAt, propertyAt, sentLocation } from '../record-schema.ts';
import type { SchemaLocation } from '../../../contract/locations/schema-location.ts';
import { isSuccess, type CreatedRecord } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/** An object in a record that a merge patch changes. */
interface MergedObject {
  readonly name: string;
  readonly location: SchemaLocation;
}

/** Updates one property of each object in a record, whose others may not change. */
export async function mergeInObjects(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
): Promise<void> {
  const sent = sentLocation(resource.operation('update'));
  for (const { name } of propertiesAt(sent)) {
    const location = propertyAt(sent, name);
    if (location === null) continue;
    const play = isTextMap(location, location.shape) ? mergeTexts : mergeProperty;
    await play(resource, tools, record, { name, location });
  }
}

async function mergeProperty(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { name, location }: MergedObject,
): Promise<void> {
  const before = (await resource.readExisting(record))[name];
  if (!isFields(before) || Object.keys(before).length < 2) return;
  const [change] = propertiesAt(location).flatMap(({ name: inner, shape }) => {
    const values = ordinaryValues(plainShape(location, shape));
    const after = values.find((value) => !isDeepStrictEqual(value, before[inner]));
    return after === undefined ? [] : [{ inner, after }];
  });
  if (change === undefined) return;
  const { inner, after } = change;
  if (!isSuccess(await resource.update(record, { [name]: { [inner]: after } }))) return;
  const merged = (await resource.readExisting(record))[name];
  for (const [other, value] of Object.entries(before))
    tools.note(
      other === inner || (isFields(merged) && isDeepStrictEqual(merged[other], value)),
      `An update of ${name}.${inner} changes ${name}.${other}, which a merge patch leaves as it is.`,
      `body.${name}`,
    );
}

/** Writes texts under arbitrary names, then changes and removes one by itself. */
async function mergeTexts(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { name, location }: MergedObject,
): Promise<void> {
  const kept = { kept: 'first', other: 'second' };
  const change = async (value: Readonly<Record<string, string | null>>): Promise<unknown> =>
    isSuccess(await resource.update(record, { [name]: value }))
      ? (await resource.readExisting(record))[name]
      : null;
  const before = await change({ ...kept, changed: 'third' });
  if (!isFields(before) || Object.entries(kept).some(([key, text]) => before[key] !== text)) return;
  const isKept = (value: unknown): boolean => isFields(value) && value['kept'] === kept.kept;
  const merged = await change({ changed: 'fourth' });
  if (merged === null) return;
  const lost = `An update of ${name}.changed changes ${name}.kept, which a merge patch leaves as it is.`;
  tools.note(isKept(merged), lost, `body.${name}`);
  const shape = plainShape(location, location.shape);
  if (!isKept(merged) || shape.kind !== 'record' || !isNullable(location.contract, shape.rest)) return;
  const removed = await change({ other: null });
  const stays = `An update of ${name}.other to null leaves it as it is, which a merge patch removes.`;
  tools.note(!isFields(removed) || removed['other'] !== kept.other, stays, `body.${name}`);
  tools.note(
    removed === null || isKept(removed),
    `An update of ${name}.other to null changes ${name}.kept.`,
    `body.${name}`,
  );
}
