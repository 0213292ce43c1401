/** Renders event streams and the channels of the AsyncAPI document. */
import type { Channel, ContractModel, EventStreamDecl, Message } from '../model/contract-model.ts';
import { isObject, textAt } from '../json/json.ts';
import { assumptionLinks, assumptionsOf } from './assumptions.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { jsonDetails, schemaLink } from './schema-text.ts';
import { anchorOf } from './site.ts';

export function streamSections(contract: ContractModel): HtmlPart {
  return [
    contract.streams.map((stream) => streamSection(stream, contract)),
    contract.channels.map(channelSection),
  ];
}

function streamSection(stream: EventStreamDecl, contract: ContractModel): Html {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const rows = stream.events.map(({ type, schema }) => {
    const written = declared.get(schema);
    const about = isObject(written) ? textAt(written, 'description') : null;
    return html`<tr>
      <td><code>${type}</code>${marksOf(type, stream)}</td>
      <td>${schemaLink(schema)}</td>
      <td>${renderLine(about)}</td>
    </tr> `;
  });
  const discriminator =
    stream.tag === null
      ? 'No property identifies the type of an event.'
      : html`The property <code>${stream.tag}</code> identifies the type of an event.`;
  return html`<section id="${anchorOf(stream.name)}">
    <h2>${stream.name}</h2>
    <p>${discriminator}</p>
    ${table(['Event', 'Schema', ''], rows)}
  </section> `;
}

function marksOf(type: string, { terminal, pausing, keepalive }: EventStreamDecl): HtmlPart {
  const marks = [
    ...(terminal.includes(type) ? ['ends the stream'] : []),
    ...(pausing.includes(type) ? ['pauses it'] : []),
    ...(keepalive.includes(type) ? ['keeps the connection open'] : []),
  ];
  return marks.map((mark) => html` <span class="mark">${mark}</span>`);
}

const deliveries: { readonly [Delivery in Channel['delivery']]: string } = {
  stream: 'Its messages are sent as they happen.',
  poll: 'Its messages are polled.',
  both: 'Its messages are sent as they happen, or polled.',
};

function channelSection({
  id,
  address,
  delivery,
  description,
  messages,
  streams,
  extensions,
}: Channel): Html {
  const unions = streams.map((name) => html` <a href="#${anchorOf(name)}">${name}</a>`);
  return html`<section id="channel-${anchorOf(id)}">
    <h2>Channel ${id}</h2>
    ${address === null ? null : html`<p class="call"><code>${address}</code></p>`}${renderMarkdown(description)}
    <p>${deliveries[delivery]}${unions.length === 0 ? null : [' It carries', unions, '.']}</p>
    <details>
      <summary>${messages.length} messages</summary>
      ${table(['Message', 'Payload', ''], messages.map(messageRow))}
    </details>
    ${assumptionLinks(assumptionsOf(extensions))}
  </section> `;
}

function messageRow({ name, description, payload, examples }: Message): Html {
  const shown = examples.map(({ name: label, value }) => jsonDetails(`Example ${label}`, value));
  return html`<tr>
    <td><code>${name}</code></td>
    <td>${payload === null ? null : schemaLink(payload)}</td>
    <td>${renderLine(description)}${shown}</td>
  </tr> `;
}
