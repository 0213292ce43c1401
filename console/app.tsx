/** The frame of the console: navigation, the clock, the state of the connection, and the current view. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  bodyOf,
  consoleOf,
  control,
  credentialPlace,
  needsToken,
  root,
  suggestCredential,
  useControlToken,
  worldId,
} from './api.ts';
import { connection, useLoaded } from './live.ts';
import { newErrors, useSeenErrors } from './new-errors.ts';
import { Badge, Show } from './parts/common.tsx';
import { PluginContext, type ConsolePlugin, type Page } from './plugin.ts';
import { linkTo, route } from './route.ts';
import { ClockView } from './views/clock.tsx';
import { FaultsView } from './views/faults.tsx';
import { JournalView } from './views/journal.tsx';
import { RequestView } from './views/request.tsx';
import { ScenariosView } from './views/scenarios.tsx';
import { StateView } from './views/state.tsx';
import { WorldsView } from './views/worlds.tsx';

const ownPages: readonly Page[] = [
  {
    name: 'journal',
    title: 'Journal',
    show: (id) => (id === '' ? <JournalView /> : <RequestView key={id} id={id} />),
    badge: () => <Badge count={newErrors.value} what="new calls with 4xx or 5xx" />,
  },
  { name: 'clock', title: 'Clock', show: () => <ClockView /> },
  { name: 'state', title: 'State', show: (id) => <StateView kind={id} /> },
  { name: 'worlds', title: 'Worlds', show: () => <WorldsView /> },
  { name: 'faults', title: 'Faults', show: () => <FaultsView /> },
  { name: 'scenarios', title: 'Scenarios', show: (id) => <ScenariosView name={id} /> },
];

function pagesWith(plugin: ConsolePlugin | null): readonly Page[] {
  const { pages = [] } = plugin ?? {};
  return [
    ...pages.filter(({ before }) => before === undefined),
    ...ownPages.flatMap((page) => [...pages.filter(({ before }) => before === page.name), page]),
  ];
}

/** Units: characters of an id in the title of the page. */
const LONGEST_TITLE = 100;

/** Shape: the pages are unknown until the mock has reported whether it serves the plug-in. */
export function App({ plugin }: { readonly plugin: ConsolePlugin }): JSX.Element {
  const lastServed = useRef<Served | null>(null);
  const served = useLoaded(
    'plugin',
    async () => (lastServed.current ??= await servedOf(plugin)),
    () => false,
  );
  const pages = served.data === null ? [] : pagesWith(served.data.plugin);
  const { id } = route.value;
  const view = route.value.view === '' ? (pages[0]?.name ?? '') : route.value.view;
  const page = pages.find(({ name }) => name === view);
  const isOpened = useRef(false);
  useSeenErrors(view === 'journal');
  useEffect(() => {
    const name = id === '' ? (page?.title ?? 'Not found') : id.slice(0, LONGEST_TITLE);
    if (served.data !== null) document.title = `${name} · ${worldId} · ${served.data.title} · Backlot`;
  }, [page, id]);
  useEffect(() => {
    // The focused element may have disappeared with the previous view; when the page opens, nothing had the focus.
    if (isOpened.current && document.activeElement === document.body)
      document.getElementById('content')?.focus();
    isOpened.current = view !== '';
  }, [view, id]);
  return (
    <div class="frame">
      <Header title={served.data?.title ?? ''} pages={pages} view={view} />
      <main id="content" tabIndex={-1}>
        {needsToken.value && <TokenForm />}
        <Show loaded={served}>
          {(known) => (
            <PluginContext.Provider value={known.plugin}>
              {page === undefined ? <NotFound view={view} pages={pages} /> : page.show(id)}
            </PluginContext.Provider>
          )}
        </Show>
      </main>
      {served.data?.plugin && <served.data.plugin.Notice />}
    </div>
  );
}

/** The API that the mock serves. */
interface Served {
  readonly title: string;
  readonly plugin: ConsolePlugin | null;
}

async function servedOf(plugin: ConsolePlugin): Promise<Served> {
  const { title, plugin: served } = await bodyOf(root.getHealth());
  const isServed = served === plugin.name;
  if (isServed) suggestCredential(plugin.credential);
  else await useDescribedCredential();
  return { title, plugin: isServed ? plugin : null };
}

/** Sends the credential where the description requires it, and suggests one that is accepted. */
async function useDescribedCredential(): Promise<void> {
  const { credential } = await bodyOf(control.listResources());
  if (credential === undefined) return;
  credentialPlace.value = credential;
  suggestCredential(credential.example);
}

function Header({
  title,
  pages,
  view,
}: {
  readonly title: string;
  readonly pages: readonly Page[];
  readonly view: string;
}): JSX.Element {
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The fragment of the URL identifies the view.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <header>
        <p class="brand">
          <strong>{title === '' ? 'Backlot' : <bdi>{title}</bdi>}</strong> <WorldChoice />
        </p>
        <nav aria-label="Views">
          <ul>
            {pages
              .filter(({ isUnlisted }) => isUnlisted !== true)
              .map(({ name, title, badge }) => (
                <li key={name}>
                  <a href={linkTo(name)} aria-current={name === view ? 'page' : undefined}>
                    {title}
                    {badge?.()}
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
    </>
  );
}

function NotFound({ view, pages }: { readonly view: string; readonly pages: readonly Page[] }): JSX.Element {
  const [first] = pages;
  return (
    <>
      <h1>Not found</h1>
      <p>
        There is no view {view}. Go to{' '}
        {first !== undefined && <a href={linkTo(first.name)}>{first.title.toLowerCase()}</a>}.
      </p>
    </>
  );
}

/** The maximum number of worlds in the menu; more are only listed in their view. */
const MAX_WORLDS = 100;

/** Selects the world; the list is loaded when it is opened. */
function WorldChoice(): JSX.Element {
  const [worlds, setWorlds] = useState<readonly string[]>([worldId]);
  const load = (): void => {
    bodyOf(root.listWorlds())
      .then((list) => {
        const others = list.worlds.map(({ id }) => id).filter((id) => id !== worldId);
        setWorlds([worldId, ...others].slice(0, MAX_WORLDS));
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

/** Prompts for the control token, which the mock requires on network addresses. */
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
