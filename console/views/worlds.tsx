/** Worlds: create, fork, reset and delete them; snapshots, dumps, and what changed between two states. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, UnreadableWorld, World } from '../../generated/control/types.ts';
import { bodyOf, consoleOf, control, root, worldId } from '../api.ts';
import { formatTime } from '../format.ts';
import { useLoaded } from '../live.ts';
import { Changes } from '../parts/changes.tsx';
import { Action, ActionForm, Empty, saveFile, Show } from '../parts/common.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { Table } from '../parts/table.tsx';

const concerns = (event: ConsoleEvent): boolean => event.type === 'world' || event.type === 'clock';

export function WorldsView(): JSX.Element {
  const loaded = useLoaded('worlds', () => bodyOf(root.listWorlds()), concerns);
  return (
    <>
      <h1>Worlds</h1>
      <NewWorld reload={loaded.reload} />
      <Show loaded={loaded}>
        {({ worlds, unreadable = [] }) => (
          <>
            <WorldTable worlds={worlds} reload={loaded.reload} />
            {unreadable.length > 0 && <UnreadableTable worlds={unreadable} reload={loaded.reload} />}
          </>
        )}
      </Show>
      <Snapshots />
    </>
  );
}

function WorldTable({
  worlds,
  reload,
}: {
  readonly worlds: readonly World[];
  readonly reload: () => void;
}): JSX.Element {
  return (
    <Table
      label="Worlds"
      rows={worlds}
      keyOf={({ id }) => id}
      columns={[
        { title: 'World', cell: ({ id }) => <WorldLink id={id} /> },
        { title: 'Fixture', cell: ({ fixture }) => fixture },
        { title: 'Seed', cell: ({ seed }) => seed },
        { title: 'Clock', cell: ({ clock }) => `${clock.mode} ${formatTime(clock.now)}` },
        { title: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
        { title: 'Actions', cell: ({ id }) => <WorldActions id={id} reload={reload} /> },
      ]}
    />
  );
}

function UnreadableTable({
  worlds,
  reload,
}: {
  readonly worlds: readonly UnreadableWorld[];
  readonly reload: () => void;
}): JSX.Element {
  return (
    <section>
      <h2>Worlds that cannot be read</h2>
      <Table
        label="Unreadable worlds"
        rows={worlds}
        keyOf={({ id }) => id}
        columns={[
          { title: 'World', cell: ({ id }) => id, isMono: true },
          { title: 'Problem', cell: ({ problem }) => <span class="error">{problem}</span> },
          { title: 'Actions', cell: ({ id }) => <DeleteWorld id={id} reload={reload} /> },
        ]}
      />
    </section>
  );
}

function WorldLink({ id }: { readonly id: string }): JSX.Element {
  const isThis = id === worldId;
  return (
    <>
      <a href={consoleOf(id)} class="mono" aria-current={isThis ? 'true' : undefined}>
        {id}
      </a>
      {isThis && ' (this one)'}
    </>
  );
}

function WorldActions({ id, reload }: { readonly id: string; readonly reload: () => void }): JSX.Element {
  return (
    <span class="buttons">
      <Action run={() => bodyOf(root.createWorld({ body: { from: id } })).then(reload)}>Fork</Action>
      {id !== 'default' && <DeleteWorld id={id} reload={reload} />}
    </span>
  );
}

function DeleteWorld({ id, reload }: { readonly id: string; readonly reload: () => void }): JSX.Element {
  return (
    <Confirmed
      question={`Delete the world ${id} with all of its data?`}
      run={() => bodyOf(root.deleteWorld({ path: { id } })).then(reload)}
    >
      Delete
    </Confirmed>
  );
}

function NewWorld({ reload }: { readonly reload: () => void }): JSX.Element {
  const [id, setId] = useState('');
  const [fixture, setFixture] = useState<'default' | 'empty'>('default');
  const create = async (): Promise<void> => {
    await bodyOf(root.createWorld({ body: { fixture, ...(id !== '' && { id }) } }));
    setId('');
    reload();
  };
  return (
    <ActionForm run={create} label="Create world">
      <label>
        Id
        <input
          class="mono"
          value={id}
          placeholder="generated"
          onInput={(event) => setId(event.currentTarget.value)}
        />
      </label>
      <label>
        Fixture
        <select
          value={fixture}
          onChange={(event) => setFixture(event.currentTarget.value === 'empty' ? 'empty' : 'default')}
        >
          <option>default</option>
          <option>empty</option>
        </select>
      </label>
    </ActionForm>
  );
}

/** The snapshots of this world. */
function Snapshots(): JSX.Element {
  const [compared, setCompared] = useState<string | null>(null);
  const loaded = useLoaded('snapshots', () => bodyOf(control.listSnapshots()), concerns);
  const { reload } = loaded;
  return (
    <section>
      <h2>This world</h2>
      <TakeSnapshot reload={reload} />
      <div class="bar">
        <Action run={saveDump}>Save a dump</Action>
        <LoadDump />
        <Confirmed
          question={`Reset the world ${worldId} to its fixture? Everything since then is lost, but snapshots are kept.`}
          run={() => bodyOf(control.resetWorld())}
        >
          Reset to the fixture
        </Confirmed>
      </div>
      <Show loaded={loaded}>
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <Empty>No snapshots yet. Take one to restore it later, or to see what changes.</Empty>
          ) : (
            <Table
              label="Snapshots"
              rows={snapshots}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Snapshot', cell: ({ id }) => id, isMono: true },
                { title: 'Name', cell: ({ name }) => name },
                { title: 'Taken', cell: ({ createdAt }) => formatTime(createdAt) },
                {
                  title: 'Actions',
                  cell: ({ id }) => (
                    <span class="buttons">
                      <Confirmed
                        question={`Restore ${id}? Everything in the world ${worldId} since then is lost, but snapshots are kept.`}
                        run={() => bodyOf(control.restoreSnapshot({ path: { id } }))}
                      >
                        Restore
                      </Confirmed>
                      <button
                        type="button"
                        aria-pressed={compared === id}
                        onClick={() => setCompared(compared === id ? null : id)}
                      >
                        Compare
                      </button>
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Show>
      {compared !== null && (
        <Changes
          key={compared}
          snapshot={compared}
          others={loaded.data?.snapshots.filter(({ id }) => id !== compared) ?? []}
        />
      )}
    </section>
  );
}

function TakeSnapshot({ reload }: { readonly reload: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const take = async (): Promise<void> => {
    await bodyOf(control.createSnapshot({ body: name === '' ? {} : { name } }));
    setName('');
    reload();
  };
  return (
    <ActionForm run={take} label="Take a snapshot" kind="normal">
      <label>
        Name of the snapshot
        <input value={name} placeholder="optional" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
    </ActionForm>
  );
}

async function saveDump(): Promise<void> {
  const dump = await bodyOf(control.dumpState());
  saveFile(`backlot-${worldId}.json`, JSON.stringify(dump, null, 2));
}

function LoadDump(): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  const load = async (): Promise<void> => {
    if (file === null) return;
    const dump = JSON.parse(await file.text()) as Parameters<typeof control.loadState>[0]['body'];
    await bodyOf(control.loadState({ body: dump }));
  };
  return (
    <>
      <label>
        Dump file
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <Confirmed
        question={`Replace everything in the world ${worldId} by the dump ${file?.name ?? ''}?`}
        run={load}
        disabled={file === null}
      >
        Load the dump
      </Confirmed>
    </>
  );
}
