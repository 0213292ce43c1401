/** The law of what exists only once, such as a profile or settings: an update of it is stored. */
import { isDeepStrictEqual } from 'node:util';
import type { CheckTools } from '../../play/play-check.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import type { JsonFields } from '../../model/json-fields.ts';
import { listLost } from '../compare-values.ts';
import { defineLaw, printValue, type Law } from '../law.ts';
import { ordinaryValues, writableProperties } from '../record-changes.ts';
import { returnedLocation } from '../record-schema.ts';
import { isSuccess, type CreatedRecord } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

export const singletonLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW50',
    title: 'Settings are read as they were updated.',
    description:
      'Updates each property of what exists only once, such as a profile or settings, by itself, reads it after each update, and restores it.',
    rationale: 'A page of settings would confirm a change that is lost.',
    needs: ['read', 'update'],
    isOfSingletons: true,
    play: updateEach,
  }),
];

/** Names of properties whose change needs a confirmation, or locks the account out. */
const isOfAccess = /mail|phone|login|user_?name|password|secret|token|role|status|state|plan/i;

async function updateEach(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation, role } = resource.operation('update');
  const names = pathNamesOf(operation);
  const isWhole = role.role.value === 'singleton-replace';
  if (isWhole && names.length > 0) return tools.skip('It is replaced together with the record above.');
  const path = names.length === 0 ? {} : await resource.context.maker.create(operation, names);
  const missing = names.find((name) => path[name] === undefined);
  if (missing !== undefined) return tools.skip(`No value is known for the path parameter {${missing}}.`);
  const response = await resource.read({ path });
  const first = resource.recordIn('read', response);
  if (!isSuccess(response) || first === null) return tools.skip('It cannot be read.');
  let kept: JsonFields = isWhole ? resource.acceptedBy('update', first) : {};
  const record: CreatedRecord = { key: '', path, sent: {}, created: first, exchange: response.exchange };
  const shown = returnedLocation(resource.operation('read'));
  const properties = writableProperties(resource, 'update').filter(
    ({ name }) => first[name] !== undefined && !isOfAccess.test(name),
  );
  let before = first;
  for (const { name, shape } of properties) {
    const value = ordinaryValues(shape).find((each) => !isDeepStrictEqual(each, first[name]));
    if (value === undefined || Array.isArray(value)) continue;
    if (!isSuccess(await resource.update(record, { ...kept, [name]: value }))) continue;
    kept = isWhole ? { ...kept, [name]: value } : {};
    const isStored = (actual: JsonFields): boolean =>
      listLost({ [name]: value }, actual, shown, []).length === 0;
    const read = await resource.until(
      () => resource.read(record),
      (each) => isStored(resource.recordIn('read', each) ?? {}),
    );
    const actual = resource.recordIn('read', read) ?? {};
    const message = `After ${operation.id}, ${name} is ${printValue(actual[name])} instead of ${printValue(value)}.`;
    tools.note(isStored(actual), message, `body.${name}`);
    for (const other of properties.filter((each) => each.name !== name))
      tools.note(
        isDeepStrictEqual(actual[other.name], before[other.name]),
        `An update of ${name} changes ${other.name} to ${printValue(actual[other.name])}.`,
        `body.${other.name}`,
      );
    before = actual;
  }
  if (before === first) return tools.skip(`${operation.id} accepted no change.`);
  const changed = Object.fromEntries(properties.map(({ name }) => [name, first[name]]));
  await resource.update(record, { ...kept, ...resource.acceptedBy('update', changed) });
}
