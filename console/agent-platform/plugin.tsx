/** The console's plug-in for the Agent Platform. */
import { Badge } from '../parts/common.tsx';
import type { ConsolePlugin } from '../plugin.ts';
import { linkTo } from '../route.ts';
import { kinds } from './kinds.ts';
import { Gates } from './parts/gates.tsx';
import { WaitingNotice } from './parts/waiting-notice.tsx';
import { ExecutionView } from './views/execution.tsx';
import { ExecutionsView } from './views/executions.tsx';
import { FileView } from './views/file.tsx';
import { StartView } from './views/start.tsx';
import { WaitingView } from './views/waiting.tsx';
import { waiting } from './waiting.ts';

export const agentPlatform: ConsolePlugin = {
  name: 'agent-platform',
  credential: 'rt_live_dev',
  pages: [
    {
      name: 'executions',
      title: 'Executions',
      show: (id) => (id === '' ? <ExecutionsView /> : <ExecutionView key={id} id={id} />),
    },
    { name: 'file', title: 'Saved execution', show: () => <FileView />, isUnlisted: true },
    {
      name: 'waiting',
      title: 'Waiting',
      show: () => <WaitingView />,
      badge: () => <Badge count={waiting.value?.items.length ?? 0} what="waiting" />,
    },
    { name: 'start', title: 'Start a run', show: () => <StartView />, before: 'clock' },
  ],
  Notice: WaitingNotice,
  kinds,
  timerHint: 'A paused execution, a batch or a sandbox deployment starts one.',
  faults: { title: 'Faults and feature gates', Below: Gates },
  scenarios: {
    hint: (
      <>
        To use it, send <code>Prefer: scenario=NAME</code>, or write <code>#scenario:NAME</code> in the last
        message.
      </>
    ),
    run: (name) => linkTo('start', '', { scenario: name }),
  },
};
