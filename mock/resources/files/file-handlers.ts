/** Handlers of operations that take or return files. */
import { fillPath, templateOf } from '../../../contract/resources/path-shape.ts';
import { coversMediaType } from '../../../templates/runtime/media-type.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { notFound } from '../../http/declared-error.ts';
import { assertParents, type ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { isFields, textOf } from '../fields.ts';
import { findTarget, pathTexts, targetIn } from '../locate.ts';
import { numberOf } from '../../../contract/resources/records/schema-parts.ts';
import { fitFields } from '../values/fit.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { ResourceRecord } from '../record.ts';
import { respond, respondWith } from '../handlers/respond.ts';
import { bytesOf, fileFields, readUpload, storedFiles, storedForm, type SentUpload } from './stored-files.ts';

type RoleHandler = (call: ResourceCall) => Promise<HandlerResponse>;

/** Stores the file of a request, and does with the rest of it what `plain` does. */
export function withUpload(plain: RoleHandler): RoleHandler {
  return async (call) => {
    const upload = await uploadOf(call);
    if (upload === null) return plain(call);
    const { schema } = call.plan.resource;
    const body = { ...upload.fields, ...fileFields(schema, upload.file, upload.fields) };
    const response = await plain({ ...call, request: { ...call.request, body } });
    const record = response.status < 300 ? recordIn(call, response) : undefined;
    if (record !== undefined) await storeFile(call, record.id, upload);
    return response;
  };
}

async function uploadOf({ request, context }: ResourceCall): Promise<SentUpload | null> {
  return readUpload(request.body, context.headers.get('content-type'));
}

async function storeFile({ context }: ResourceCall, id: string, { file }: SentUpload): Promise<void> {
  await context.world.run((tx) => tx.put(storedFiles, storedForm(id, file)));
}

/** Returns the record that a response shows. */
function recordIn(
  { plan, request, context }: ResourceCall,
  response: HandlerResponse,
): ResourceRecord | undefined {
  const shown = valueAt(response.body, plan.envelope ?? '');
  const { key, keyParameter } = plan.resource;
  const keyValue = isFields(shown) && key !== null ? shown[key] : request.path[keyParameter ?? ''];
  if (keyValue === undefined) return undefined;
  return findTarget(context.world.view, plan.resource, { key: textOf(keyValue), parents: {} });
}

/** The record that a file belongs to, with its resource. */
interface FileOwner {
  readonly plan: ResourcePlan;
  readonly key: string;
  readonly record: ResourceRecord | undefined;
}

/** Returns the record above a path with a file, such as `/files/{id}/content`; `null` if the path names none. */
async function ownerOf({ plan, plans, request, context }: ResourceCall): Promise<FileOwner | null> {
  const { path } = plan.spec;
  const [above] = plans.resources
    .filter(({ itemPath }) => itemPath !== null && (path === itemPath || path.startsWith(`${itemPath}/`)))
    .toSorted((one, other) => (other.itemPath?.length ?? 0) - (one.itemPath?.length ?? 0));
  const owner = above === undefined ? null : await plans.resource(above.name);
  if (owner === null || owner.keyParameter === null) return null;
  const target = targetIn(plan, request, owner.keyParameter);
  return { plan: owner, key: target.key, record: findTarget(context.world.view, owner, target) };
}

/** Returns the id of a file that exists once at its path; `null` if the path is one of records. */
function idOfPath({ plan, request }: ResourceCall): string | null {
  const { path } = plan.spec;
  const { kind, path: own } = plan.resource.resource;
  if (kind !== 'blob' || templateOf(path) !== templateOf(own)) return null;
  return fillPath(path, (name) => String(request.path[name]));
}

/** Stores the file of a path without a record. */
async function storeAt(id: string, call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request } = call;
  await assertParents(call, pathTexts(plan, request));
  const upload = await uploadOf(call);
  if (upload !== null) await storeFile(call, id, upload);
  return respond(plan, plan.resource.sample);
}

/** Stores a file below a record, at its path, or creates a record for it. */
export function uploadOne(create: RoleHandler): RoleHandler {
  const createWithFile = withUpload(create);
  return async (call) => {
    const owner = await ownerOf(call);
    const id = idOfPath(call);
    if (owner === null) return id === null ? createWithFile(call) : storeAt(id, call);
    const upload = await uploadOf(call);
    const { record, plan, key } = owner;
    // Why: where nothing else creates records, the file of one does.
    const creates =
      call.plan.spec.path === plan.resource.itemPath && !call.plans.isCreated(plan.resource.name);
    if (record === undefined && creates) return createWithFile(call);
    if (record === undefined) throw notFound(plan.resource.name, key);
    if (upload === null) return respond(call.plan, call.plan.resource.sample);
    await storeFile(call, record.id, upload);
    const result = await call.context.world.run((tx) => {
      const sent = fitFields(plan.schema, upload.fields, plan.sample, call.plan.written);
      const fields = { ...sent, ...fileFields(plan.schema, upload.file, upload.fields) };
      return changeRecord(tx, plan, record, { ...record.value, ...fields });
    });
    return respondWith({ ...call.plan, resource: plan }, result, null);
  };
}

/** Deletes the file of a path, and does what `plain` does. */
export function withoutFile(plain: RoleHandler): RoleHandler {
  return async (call) => {
    const response = await plain(call);
    const id = idOfPath(call);
    if (id !== null) await call.context.world.run((tx) => tx.delete(storedFiles, id));
    return response;
  };
}

/** Returns the file of a record; the sample for one without a file. */
export async function downloadOne(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, plans, request, context } = call;
  const owner = await ownerOf(call);
  if (owner === null) await assertParents(call, pathTexts(plan, request));
  const mayLack =
    owner !== null &&
    (plans.isCreated(owner.plan.resource.name) || plan.spec.responses.some(({ status }) => status === 404));
  if (mayLack && owner.record === undefined) throw notFound(owner.plan.resource.name, owner.key);
  const id = owner === null ? idOfPath(call) : owner.record?.id;
  const file = id == null ? undefined : context.world.view.get(storedFiles, id);
  const { success } = plan;
  if (file === undefined || success === null || success.mediaType === null)
    return respond(plan, plan.resource.sample);
  // Why: a description may have JSON where the service sends the file as it is.
  if (success.kind === 'json')
    return respond({ ...plan, envelope: '' }, new TextDecoder().decode(bytesOf(file)));
  const mediaType = file.mediaType;
  const contentType =
    mediaType !== null && coversMediaType(success.mediaType, mediaType)
      ? mediaType
      : plainType(success.mediaType);
  return {
    status: numberOf(success.status),
    headers: plan.sample?.headers,
    contentType,
    bytes: bytesOf(file),
  };
}

function plainType(mediaType: string): string {
  return mediaType.includes('*') ? 'application/octet-stream' : mediaType;
}
