/** First calls for new users, as curl commands: a read, a change and a stream, if the contract has them. */
import type { ContractModel, JsonValue, Operation } from '../model/contract-model.ts';
import { textAt } from '../json/json.ts';
import { html, type HtmlPart } from './html.ts';
import { operationLink, type Site } from './site.ts';

/** Renders the addresses of the service and first calls; `null` for a contract without operations. */
export function quickStartPart(site: Site): HtmlPart {
  const { contract } = site;
  if (contract.operations.length === 0) return null;
  const base = contract.servers[0]?.address ?? '';
  const calls = firstCalls(contract).map(
    ([title, operation]) =>
      html`<h3>${title}</h3>
        <p>${operationLink(site, operation)}: ${operation.summary}</p>
        <pre>${curlCommand(operation, contract, base)}</pre> `,
  );
  return html`<h2 id="quick-start">Quick start</h2>
    ${serverPart(contract)}${calls}`;
}

function serverPart({ servers }: ContractModel): HtmlPart {
  if (servers.length === 0) return null;
  const byAddress = new Map(servers.toReversed().map((server) => [server.address, server]));
  return html`<ul>
    ${[...byAddress.values()].toReversed().map(({ address, description }) => html`<li><code>${address}</code> ${description}</li>`)}
  </ul>`;
}

type FirstCall = readonly [title: string, operation: Operation];

function firstCalls({ operations }: ContractModel): readonly FirstCall[] {
  const isSimple = ({ path }: Operation): boolean => !path.includes('{');
  const current = operations.filter(({ deprecated }) => !deprecated);
  const reads = current.filter(({ method }) => method === 'get');
  const wanted: readonly (readonly [string, Operation | undefined])[] = [
    [
      'Read',
      reads.find((each) => isSimple(each) && each.security.length > 0) ?? reads.find(isSimple) ?? reads[0],
    ],
    [
      'Create',
      current.find(
        (each) => each.method === 'post' && isSimple(each) && isJson(each) && each.stream === null,
      ),
    ],
    ['Follow a stream', current.find(({ stream }) => stream !== null)],
  ];
  return wanted.flatMap(([title, operation]) =>
    operation === undefined ? [] : [[title, operation] as const],
  );
}

function isJson({ body }: Operation): boolean {
  return body?.content.some(({ kind, examples }) => kind === 'json' && examples.length > 0) ?? false;
}

/** Prints the command that makes a call. Shape: text is quoted for a POSIX shell. */
export function curlCommand(operation: Operation, contract: ContractModel, base: string): string {
  const { method, path, stream } = operation;
  const lines = [`curl${stream === null ? '' : ' -N'} ${quote(base + fillPath(path))}`];
  if (method !== 'get' && !(method === 'post' && operation.body !== null))
    lines.push(`-X ${method.toUpperCase()}`);
  const header = credentialHeader(operation, contract);
  if (header !== null) lines.push(`-H ${header}`);
  const body = operation.body?.content.find(({ kind }) => kind === 'json');
  const example: JsonValue | undefined = body?.examples[0]?.value;
  if (body !== undefined && example !== undefined)
    lines.push(`-H ${quote(`Content-Type: ${body.mediaType}`)}`, `-d ${quote(JSON.stringify(example))}`);
  return lines.join(' \\\n  ');
}

function fillPath(path: string): string {
  return path.replaceAll(
    /\{([^{}]*)\}/g,
    (_, name: string) => `$${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`,
  );
}

function credentialHeader({ security }: Operation, { securitySchemes }: ContractModel): string | null {
  for (const { name } of security.flat()) {
    const declaration = securitySchemes.find((scheme) => scheme.name === name)?.declaration;
    if (declaration === undefined) continue;
    const type = textAt(declaration, 'type');
    if (type === 'apiKey' && textAt(declaration, 'in') === 'header')
      return `"${textAt(declaration, 'name') ?? ''}: $API_KEY"`.replaceAll(/[`\\]/g, '');
    if (type === 'http' && textAt(declaration, 'scheme')?.toLowerCase() === 'basic')
      return '"Authorization: Basic $CREDENTIALS"';
    if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
      return '"Authorization: Bearer $API_KEY"';
  }
  return null;
}

function quote(text: string): string {
  return /\$[A-Z]/.test(text) && !/["`\\]/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
