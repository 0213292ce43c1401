/** Renders the state machines of a description. */
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine } from './markdown.ts';
import { schemaLink } from './schema-text.ts';
import { anchorOf } from './site.ts';
import type { StateMachine } from './read-state-machines.ts';
import { stateDiagram } from './state-diagram.ts';

/** Renders each machine as a diagram with a table of its transitions. */
export function stateMachineParts(machines: readonly StateMachine[]): HtmlPart {
  return machines.map(machineSection);
}

function machineSection(machine: StateMachine): Html {
  const rows = machine.transitions.map(
    ({ from, to, on }) =>
      html`<tr>
        <td>${from.map((state, index) => [index === 0 ? '' : ', ', html`<code>${state}</code>`])}</td>
        <td>${renderLine(on)}</td>
        <td><code>${to}</code></td>
      </tr>`,
  );
  return html`<section id="states-${anchorOf(`${machine.schema}.${machine.property}`)}">
    <h2>${schemaLink(machine.schema)}: ${machine.property}</h2>
    <p>The initial state is <code>${machine.initial}</code>.</p>
    <div class="scroll">${stateDiagram(machine)}</div>
    ${table(['From', 'When', 'To'], rows)}
  </section>`;
}
