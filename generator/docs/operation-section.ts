/** Renders an operation: its input, its security, its responses, its streams, and its assumptions. */
import type {
  Body,
  CheckDecl,
  JsonSchema,
  Operation,
  Parameter,
  OperationResponse,
  ResponseContent,
  SecurityAlternative,
} from '../model/contract-model.ts';
import { assumptionLinks, assumptionsOf } from './assumptions.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { jsonDetails, propertiesTable, schemaPhrase } from './schema-text.ts';
import { referenceTo } from '../schema/keywords.ts';
import { anchorOf } from './site.ts';

/** Returns the schema of a check: a reference if it is named. */
export type SchemaFinder = (check: string) => JsonSchema;

/** Creates a finder of the checks of a contract. */
export function schemaFinder(checks: readonly CheckDecl[]): SchemaFinder {
  const byName = new Map(checks.map((check) => [check.name, check]));
  return (name) => {
    const check = byName.get(name);
    if (check === undefined) return true;
    const { component, schema } = check;
    return component === null ? schema : { $ref: referenceTo(component) };
  };
}

export function operationSection(operation: Operation, schemaOf: SchemaFinder): Html {
  const { id, method, path, summary, description, deprecated, parameters, body, responses, extensions } =
    operation;
  return html`<section id="${anchorOf(id)}">
    <h2>${summary ?? id}</h2>
    <p class="call">
      <b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <small>${id}</small>
    </p>
    ${deprecated ? html`<p class="note">Deprecated.</p>` : null}${renderMarkdown(description)}${securityLine(operation.security)}
    ${parameterTable(parameters, schemaOf)}${bodyPart(body, schemaOf)}${streamPart(operation)}
    <h3>Responses</h3>
    ${responses.filter(isSuccess).map((response) => responsePart(response, schemaOf))}${errorResponses(responses, schemaOf)}${assumptionLinks(assumptionsOf(extensions))}
  </section> `;
}

function securityLine(security: readonly SecurityAlternative[]): Html {
  if (security.length === 0) return html`<p class="note">Requires no authentication.</p>`;
  const alternatives = security.map((schemes) => {
    if (schemes.length === 0) return 'no credentials';
    const named = schemes.map(({ name, scopes }) =>
      scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`,
    );
    return named.join(' and ');
  });
  return html`<p class="note">Requires ${alternatives.join(', or ')}.</p>`;
}

function parameterTable(parameters: readonly Parameter[], schemaOf: SchemaFinder): HtmlPart {
  if (parameters.length === 0) return null;
  const rows = parameters.map(
    ({ name, in: place, required, check, description }) =>
      html`<tr>
        <td>
          <code>${name}</code>
          <small>${place}</small>${required ? html` <span class="required">required</span>` : null}
        </td>
        <td>${schemaPhrase(schemaOf(check))}</td>
        <td>${renderLine(description)}</td>
      </tr> `,
  );
  return html`<h3>Parameters</h3>
    ${table(['Name', 'Value', ''], rows)} `;
}

function bodyPart(body: Body | null, schemaOf: SchemaFinder): HtmlPart {
  if (body === null) return null;
  const contents = body.content.map(({ mediaType, check, examples }) => {
    const schema = check === null ? null : schemaOf(check);
    return html`<p><code>${mediaType}</code> ${schema === null ? null : schemaPhrase(schema)}</p>
      ${schema === null ? null : propertiesTable(schema)}${examples.map(({ name, value }) => jsonDetails(`Example ${name}`, value))}`;
  });
  return html`<h3>Body${body.required ? null : html` <small>optional</small>`}</h3>
    ${renderMarkdown(body.description)}${contents}`;
}

function streamPart({ stream }: Operation): HtmlPart {
  if (stream === null) return null;
  const { parameter } = stream;
  const asked =
    parameter === null
      ? 'The response is always a stream.'
      : html`The response is a stream if <code>${parameter.name}</code> in the body is <code>true</code>; the
          default is <code>${String(parameter.default)}</code>.`;
  return html`<h3>Stream</h3>
    <p>
      ${asked} Its events are those of <a href="streams.html#${anchorOf(stream.stream)}">${stream.stream}</a>.
    </p> `;
}

function isSuccess({ status }: OperationResponse): boolean {
  return !/^[45]/.test(String(status));
}

/** Renders error responses, collapsed under a line with their statuses. */
function errorResponses(responses: readonly OperationResponse[], schemaOf: SchemaFinder): HtmlPart {
  const errors = responses.filter((response) => !isSuccess(response));
  if (errors.length === 0) return null;
  return html`<details>
    <summary>Errors: ${errors.map(({ status }) => String(status)).join(', ')}</summary>
    ${errors.map((response) => responsePart(response, schemaOf))}
  </details>`;
}

function responsePart(
  { status, description, headers, content }: OperationResponse,
  schemaOf: SchemaFinder,
): Html {
  const named = headers.map(
    ({ name, required, check, description: about }) =>
      html`<li>
        <code>${name}</code>${required ? ' (always)' : null}: ${schemaPhrase(schemaOf(check))}
        ${renderLine(about)}
      </li>`,
  );
  return html`<div class="reply">
    <p><b>${String(status)}</b> ${renderLine(description)}</p>
    ${content.map((each) => contentPart(each, schemaOf))}${
      named.length === 0
        ? null
        : html`<ul>
            ${named}
          </ul>`
    }
  </div> `;
}

function contentPart(content: ResponseContent, schemaOf: SchemaFinder): HtmlPart {
  if (content.kind === 'none') return null;
  const examples = content.examples.map(({ name, value }) => jsonDetails(`Example ${name}`, value));
  return html`<p><code>${content.mediaType}</code> ${contentPhrase(content, schemaOf)}</p>
    ${examples}`;
}

function contentPhrase(
  content: Exclude<ResponseContent, { kind: 'none' }>,
  schemaOf: SchemaFinder,
): HtmlPart {
  switch (content.kind) {
    case 'json':
      return schemaPhrase(schemaOf(content.check));
    case 'eventStream':
      return html`events of <a href="streams.html#${anchorOf(content.stream)}">${content.stream}</a>`;
    case 'text':
      return 'text';
    case 'bytes':
      return 'bytes';
  }
}
