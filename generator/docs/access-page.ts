/** The page about authentication: the schemes, the permissions, and which operation needs what. */
import type { JsonObject, Operation, SecurityScheme } from '../model/contract-model.ts';
import { arrayAt, isObject, objectAt, textAt, textsAt } from '../json/json.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { operationLink, anchorOf, type Site } from './site.ts';

/** Renders the schemes, the scopes and the requirements of each operation; `null` without security schemes. */
export function accessPart(site: Site): HtmlPart {
  const { contract } = site;
  if (contract.securitySchemes.length === 0) return null;
  return [
    html`<h2>Ways to authenticate</h2>`,
    contract.securitySchemes.map(schemeSection),
    scopesPart(contract.extensions, contract.securitySchemes),
    html`<h2>What each operation needs</h2>
      <p>One alternative is enough.</p>`,
    table(
      ['Operation', 'Needs'],
      contract.operations.map((operation) => needsRow(operation, site)),
    ),
  ];
}

function schemeSection({ name, declaration }: SecurityScheme): Html {
  return html`<section id="scheme-${anchorOf(name)}">
    <h3>${name}</h3>
    <p>${credentialLocation(declaration)}</p>
    ${renderMarkdown(textAt(declaration, 'description'))}${flowsPart(objectAt(declaration, 'flows'))}
  </section>`;
}

function credentialLocation(declaration: JsonObject): HtmlPart {
  const name = textAt(declaration, 'name') ?? '';
  switch (textAt(declaration, 'type')) {
    case 'http':
      return html`In the header
        <code>Authorization: ${textAt(declaration, 'scheme') === 'basic' ? 'Basic' : 'Bearer'} …</code>`;
    case 'apiKey':
      return html`In the ${textAt(declaration, 'in')} parameter <code>${name}</code>`;
    case 'oauth2':
      return 'An OAuth 2.0 access token';
    case 'openIdConnect':
      return html`OpenID Connect, discovered at <code>${textAt(declaration, 'openIdConnectUrl')}</code>`;
    default:
      return textAt(declaration, 'type');
  }
}

function flowsPart(flows: JsonObject): HtmlPart {
  return Object.entries(flows).map(([flow, written]) => {
    if (!isObject(written)) return null;
    const addresses = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'].flatMap(
      (key) => {
        const url = textAt(written, key);
        return url === null ? [] : [html`<li>${key} <code>${url}</code></li>`];
      },
    );
    return html`<h4>Flow ${flow}</h4>
      <ul>
        ${addresses}
      </ul>`;
  });
}

/** Returns the permissions of the description's scope catalogue, else those of its OAuth flows. */
function scopesPart(extensions: JsonObject, schemes: readonly SecurityScheme[]): HtmlPart {
  const catalogue = arrayAt(objectAt(extensions, 'x-scope-catalog'), 'scopes').filter(isObject);
  const fromFlows = schemes.flatMap(({ declaration }) =>
    Object.values(objectAt(declaration, 'flows')).flatMap((flow) =>
      isObject(flow) ? Object.entries(objectAt(flow, 'scopes')) : [],
    ),
  );
  const rows = [
    ...catalogue.map((scope) =>
      scopeRow(
        textAt(scope, 'name') ?? '',
        textAt(scope, 'grants'),
        textsAt(scope, 'implies'),
        textsAt(scope, 'excludes'),
      ),
    ),
    ...new Map(
      fromFlows.map(([name, about]) => [
        name,
        scopeRow(name, typeof about === 'string' ? about : null, [], []),
      ]),
    ).values(),
  ];
  if (rows.length === 0) return null;
  return html`<h2>Permissions</h2>
    ${table(['Permission', 'Grants', 'Includes'], rows)}`;
}

function scopeRow(
  name: string,
  grants: string | null,
  implies: readonly string[],
  excludes: readonly string[],
): Html {
  const included = implies.map((each, index) => [index === 0 ? '' : ', ', html`<code>${each}</code>`]);
  return html`<tr id="scope-${anchorOf(name)}">
    <td><code>${name}</code></td>
    <td>
      ${renderLine(grants)}${excludes.length === 0 ? null : html` <small>Not: ${excludes.join(', ')}.</small>`}
    </td>
    <td>${included}</td>
  </tr>`;
}

function needsRow(operation: Operation, site: Site): Html {
  const alternatives = operation.security.map((schemes) =>
    schemes.length === 0
      ? 'nothing'
      : schemes.map(({ name, scopes }, index) => [
          index === 0 ? '' : ' and ',
          html`<a href="#scheme-${anchorOf(name)}">${name}</a>`,
          scopes.length === 0 ? '' : [' with ', scopes.map((scope) => html`<code>${scope}</code> `)],
        ]),
  );
  const needs = alternatives.map((each, index) => [index === 0 ? '' : ', or ', each]);
  return html`<tr>
    <td>${operationLink(site, operation)}</td>
    <td>${operation.security.length === 0 ? publicPhrase(operation) : needs}</td>
  </tr>`;
}

function publicPhrase({ extensions }: Operation): HtmlPart {
  const auth = objectAt(extensions, 'x-auth');
  const [name, place] = [textAt(auth, 'name'), textAt(auth, 'in')];
  if (name !== null && place !== null) return html`<code>${name}</code> in the ${place}`;
  return 'nothing';
}
