/** The records of one resource of an API, with forms for the operations that create, change and delete them. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Resource, ResourceOperation, StoredRecord } from '../../generated/control/types.ts';
import { splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import { bodyOf, callService, control, errorOf } from '../api.ts';
import { withValue } from '../json-pointer.ts';
import { useLoaded } from '../live.ts';
import type { Pages } from '../pages.ts';
import { resourceColumns, textOf, valueOf } from '../parts/columns.ts';
import { Action, Empty, Json, Show, Status } from '../parts/common.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { Rows } from '../parts/rows.tsx';
import { SchemaForm } from '../parts/schema-form.tsx';
import { linkTo, setQuery } from '../route.ts';

/** Shows the records of a resource; `chosen` is the id of the one that is shown in full. */
export function ResourceRecords({
  resource: listed,
  pages,
  chosen,
}: {
  readonly resource: Resource;
  readonly pages: Pages<StoredRecord>;
  readonly chosen: string;
}): JSX.Element {
  const { name } = listed;
  const loaded = useLoaded(
    `resource ${name}`,
    () => bodyOf(control.listResources({ query: { name } })),
    null,
  );
  const resource = loaded.data?.resources[0] ?? listed;
  const create = loaded.data === null ? undefined : withRole(resource, 'create');
  return (
    <>
      {create !== undefined && (
        <details class="card">
          <summary>New record</summary>
          <OperationForm operation={create} path={create.path} initial={create.body?.example ?? {}} />
        </details>
      )}
      <Show loaded={{ data: pages.items, error: pages.error, reload: pages.reload }}>
        {(records) =>
          records.length === 0 ? (
            <NoRecords resource={resource} />
          ) : (
            <Table resource={resource} records={records} chosen={chosen} more={pages.more} />
          )
        }
      </Show>
    </>
  );
}

function NoRecords({ resource }: { readonly resource: Resource }): JSX.Element {
  const list = withRole(resource, 'list');
  const canCall = list !== undefined && !list.path.includes('{');
  return (
    <>
      <Empty>There are none. A resource gets its first records when it is first used.</Empty>
      {canCall && <Action run={() => send(list, list.path)}>{`Call GET ${list.path}`}</Action>}
    </>
  );
}

function Table({
  resource,
  records,
  chosen,
  more,
}: {
  readonly resource: Resource;
  readonly records: readonly StoredRecord[];
  readonly chosen: string;
  readonly more: () => void;
}): JSX.Element {
  const columns = resourceColumns(records, resource.key);
  const selected = records.find(({ id }) => id === chosen);
  return (
    <div class={selected === undefined ? '' : 'columns detail'}>
      <Rows
        count={records.length}
        height={34}
        label={resource.name}
        keyOf={(index) => records[index]?.id ?? ''}
        onEnd={more}
        columns={['14rem', ...columns.map(({ width }) => width)].join(' ')}
        narrow="minmax(0, 1fr) minmax(0, 1fr)"
        head={
          <>
            <span>Key</span>
            {columns.map(({ title, isNumber }, place) => (
              <span key={title} class={classOf(place, isNumber)}>
                {title}
              </span>
            ))}
          </>
        }
        row={(index) => {
          const record = records[index];
          return (
            record && (
              <>
                <button
                  type="button"
                  class="plain mono"
                  aria-pressed={record.id === chosen}
                  onClick={() => setQuery({ record: record.id === chosen ? '' : record.id })}
                >
                  <bdi>{textOf(record['key'])}</bdi>
                </button>
                {columns.map(({ title, value, isNumber }, place) => (
                  <span key={title} class={classOf(place, isNumber)}>
                    <bdi>{value(record)}</bdi>
                  </span>
                ))}
              </>
            )
          );
        }}
      />
      {selected !== undefined && <RecordDetail key={selected.id} resource={resource} record={selected} />}
    </div>
  );
}

function classOf(place: number, isNumber = false): string {
  return `${place > 0 ? 'wide' : ''} ${isNumber ? 'number' : ''}`;
}

/** Shows a record and its actions. */
function RecordDetail({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: StoredRecord;
}): JSX.Element {
  const value = valueOf(record);
  const change =
    withRole(resource, 'update') ?? withRole(resource, 'replace') ?? withRole(resource, 'upsert');
  const remove = withRole(resource, 'delete');
  return (
    <section aria-label={`Record ${textOf(record['key'])}`}>
      <Json value={value} label="Record" />
      {change !== undefined && (
        <details class="card">
          <summary>Change it</summary>
          <OperationForm
            key={textOf(record['version'])}
            operation={change}
            path={pathOf(change.path, record)}
            initial={sentPart(change, value)}
          />
        </details>
      )}
      <div class="bar">
        {actionsOn(resource).map((action) => (
          <RecordAction key={action.id} action={action} path={pathOf(action.path, record)} />
        ))}
        {remove !== undefined && (
          <Confirmed
            question={`Delete ${textOf(record['key'])} with ${remove.method} ${pathOf(remove.path, record)}?`}
            run={() => send(remove, pathOf(remove.path, record))}
          >
            Delete
          </Confirmed>
        )}
      </div>
    </section>
  );
}

/** Returns the actions on one record. */
function actionsOn({ operations }: Resource): readonly ResourceOperation[] {
  const item = operations.find(({ role, path }) => role === 'read' && path.endsWith('}'))?.path;
  return operations.filter(
    ({ role, path }) => role === 'action' && item !== undefined && path.startsWith(item),
  );
}

/** A button that performs an action on a record, or its form if it has input. */
function RecordAction({
  action,
  path,
}: {
  readonly action: ResourceOperation;
  readonly path: string;
}): JSX.Element {
  const name = path.split(/[/:]/).at(-1);
  if (action.body === undefined) return <Action run={() => send(action, path)}>{name}</Action>;
  return (
    <details class="card">
      <summary>{name}</summary>
      <OperationForm operation={action} path={path} initial={action.body.example ?? {}} />
    </details>
  );
}

/** A form that calls an operation. Shape: `initial` is the initial record. */
function OperationForm({
  operation,
  path: suggested,
  initial,
}: {
  readonly operation: ResourceOperation;
  readonly path: string;
  readonly initial: unknown;
}): JSX.Element {
  const [path, setPath] = useState(suggested);
  const [status, setStatus] = useState<number | null>(null);
  const { method, body } = operation;
  return (
    <>
      <p class="bar">
        <label>
          Path
          <input
            class="mono"
            size={50}
            value={path}
            onInput={(event) => setPath(event.currentTarget.value)}
          />
        </label>
      </p>
      <SchemaForm
        schema={body?.schema}
        initial={initial}
        label={`Send ${method}`}
        send={async (value) => {
          setStatus(null);
          setStatus(await send(operation, path, value));
        }}
      />
      {status !== null && (
        <p>
          <Status value={status} kind={`${Math.floor(status / 100)}xx`} />{' '}
          <a href={linkTo('journal')}>Journal</a>
        </p>
      )}
    </>
  );
}

/** Calls an operation; resolves with the status. Errors: rejects for an error response, and for a path with a parameter. */
async function send({ method, body }: ResourceOperation, path: string, record?: unknown): Promise<number> {
  const [missing] = /\{[^{}]*\}/.exec(path) ?? [];
  if (missing !== undefined) throw new Error(`Write a value for ${missing} in the path.`);
  const value = record === undefined || body === undefined ? undefined : wrapped(body.pointer, record);
  const response = await callService(method, path, {
    body: value,
    ...(body !== undefined && { mediaType: body.mediaType }),
  });
  if (response.status >= 400) throw new Error(`${response.status}: ${errorOf(response.body)}`);
  return response.status;
}

/** Returns a body with a record at a pointer. */
function wrapped(pointer: string, record: unknown): unknown {
  return splitPointer(pointer).reduceRight<unknown>((value, name) => ({ [name]: value }), record);
}

function withRole({ operations }: Resource, role: string): ResourceOperation | undefined {
  return operations.find((each) => each.role === role);
}

/** Returns the part of a record that an operation accepts. */
function sentPart({ body }: ResourceOperation, value: unknown): unknown {
  const properties = Object.keys(Object(body?.schema['properties']) as object);
  if (properties.length === 0) return value;
  return properties
    .filter((name) => valueAt(value, `/${name}`) !== undefined)
    .reduce<unknown>((part, name) => withValue(part as object, `/${name}`, valueAt(value, `/${name}`)), {});
}

/** Returns a path with the key of a record and those of its parents; unknown parameters stay. */
function pathOf(template: string, { key, parents }: StoredRecord): string {
  const last = template.lastIndexOf('{');
  return template.replaceAll(/\{([^{}]*)\}/g, (parameter, name: string, place: number) => {
    const text = place === last ? key : valueAt(parents, `/${name}`);
    return typeof text === 'string' ? encodeURIComponent(text) : parameter;
  });
}
