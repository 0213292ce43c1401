/** The frame of the console: navigation, the clock, the state of the connection, and the current view. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bodyOf, consoleOf, needsToken, root, useControlToken, worldId } from './api.ts';
import { connection } from './live.ts';
import { newErrors, useSeenErrors } from './new-errors.ts';
import { linkTo, route } from './route.ts';
import { waitingCount, WaitingNotice } from './agent-platform/parts/waiting-notice.tsx';
import { ClockView } from './views/clock.tsx';
import { ExecutionView } from './agent-platform/views/execution.tsx';
import { ExecutionsView } from './agent-platform/views/executions.tsx';
import { FaultsView } from './views/faults.tsx';
import { FileView } from './views/file.tsx';
import { JournalView } from './views/journal.tsx';
import { RequestView } from './views/request.tsx';
import { ScenariosView } from './views/scenarios.tsx';
import { StartView } from './agent-platform/views/start.tsx';
import { StateView } from './views/state.tsx';
import { WaitingView } from './agent-platform/views/waiting.tsx';
import { WorldsView } from './views/worlds.tsx';

interface Page {
  readonly title: string;
  readonly show: (id: string) => JSX.Element;
}

const pages: Readonly<Record<string, Page>> = {
  executions: {
    title: 'Executions',
    show: (id) => (id === '' ? <ExecutionsView /> : <ExecutionView key={id} id={id} />),
  },
  file: { title: 'Saved execution', show: () => <FileView /> },
  waiting: { title: 'Waiting', show: () => <WaitingView /> },
  journal: {
    title: 'Journal',
    show: (id) => (id === '' ? <JournalView /> : <RequestView key={id} id={id} />),
  },
  start: { title: 'Start a run', show: () => <StartView /> },
  clock: { title: 'Clock', show: () => <ClockView /> },
  state: { title: 'State', show: (id) => <StateView kind={id} /> },
  worlds: { title: 'Worlds', show: () => <WorldsView /> },
  faults: { title: 'Faults', show: () => <FaultsView /> },
  scenarios: { title: 'Scenarios', show: (id) => <ScenariosView name={id} /> },
};

/** Units: characters of an id in the title of the page. */
const LONGEST_TITLE = 100;

export function App(): JSX.Element {
  const { view, id } = route.value;
  const page = pages[view];
  const isOpened = useRef(false);
  useSeenErrors(view === 'journal');
  useEffect(() => {
    const name = id === '' ? (page?.title ?? 'Not found') : id.slice(0, LONGEST_TITLE);
    document.title = `${name} · ${worldId} · Backlot`;
  }, [view, id]);
  useEffect(() => {
    // What had the focus may be gone with the view before; when the page opens, nothing had it.
    if (isOpened.current && document.activeElement === document.body)
      document.getElementById('content')?.focus();
    isOpened.current = true;
  }, [view, id]);
  return (
    <div class="frame">
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The fragment of the address is that of the view.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <header>
        <p class="brand">
          <strong>Backlot</strong> <WorldChoice />
        </p>
        <nav aria-label="Views">
          <ul>
            {Object.entries(pages)
              .filter(([name]) => name !== 'file')
              .map(([name, { title }]) => (
                <li key={name}>
                  <a href={linkTo(name)} aria-current={name === view ? 'page' : undefined}>
                    {title}
                    {name === 'waiting' && <Badge count={waitingCount.value} what="waiting" />}
                    {name === 'journal' && <Badge count={newErrors.value} what="new calls with 4xx or 5xx" />}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <p class={`connection ${connection.value}`} role="status">
          {connection.value === 'live'
            ? 'Live'
            : connection.value === 'lost'
              ? 'Connection lost, trying again…'
              : 'Connecting…'}
        </p>
      </header>
      <main id="content" tabIndex={-1}>
        {needsToken.value && <TokenForm />}
        {page === undefined ? <NotFound view={view} /> : page.show(id)}
      </main>
      <WaitingNotice />
    </div>
  );
}

function Badge({ count, what }: { readonly count: number; readonly what: string }): JSX.Element | null {
  return count === 0 ? null : (
    <span class="badge" role="img" aria-label={`${count} ${what}`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}

function NotFound({ view }: { readonly view: string }): JSX.Element {
  return (
    <>
      <h1>Not found</h1>
      <p>
        There is no view {view}. Go to the <a href={linkTo('executions')}>executions</a>.
      </p>
    </>
  );
}

/** More worlds than this are only listed in their view. */
const MOST_WORLDS = 100;

/** Chooses the world to look at; the list is loaded when it is opened. */
function WorldChoice(): JSX.Element {
  const [worlds, setWorlds] = useState<readonly string[]>([worldId]);
  const load = (): void => {
    bodyOf(root.listWorlds())
      .then((list) => {
        const others = list.worlds.map(({ id }) => id).filter((id) => id !== worldId);
        setWorlds([worldId, ...others].slice(0, MOST_WORLDS));
      })
      .catch(() => undefined);
  };
  useEffect(load, [route.value.view]);
  return (
    <select
      class="world"
      aria-label="World"
      value={worldId}
      onFocus={load}
      onChange={(event) => {
        location.href = consoleOf(event.currentTarget.value) + linkTo(route.value.view);
      }}
    >
      {worlds.map((id) => (
        <option key={id}>{id}</option>
      ))}
    </select>
  );
}

/** Asks for the control token, which the mock requires on network addresses. */
function TokenForm(): JSX.Element {
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('token');
        if (field instanceof HTMLInputElement) useControlToken(field.value);
      }}
    >
      <label>
        Control token
        <input name="token" type="password" required autocomplete="off" />
      </label>
      <button type="submit">Use token</button>
      <p>The mock listens on a network address; it was started with --control-token.</p>
    </form>
  );
}
