/** The console: a page to watch and control one world of the mock. */
import { render } from 'preact';
import { agentPlatform } from './agent-platform/plugin.tsx';
import { App } from './app.tsx';
import { connect } from './live.ts';

const place = document.getElementById('app');
if (place !== null) render(<App plugin={agentPlatform} />, place);
void connect();
