/**
 * Sends one request for each operation, made from the examples of the description, through a proxy that reports violations.
 */
import { readFileSync } from 'node:fs';
import { toFindings } from './findings.ts';
import { tokens } from './rules.ts';

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Example } } };
}

interface Parameter extends Example {
  readonly name: string;
  readonly in: string;
}

interface Example {
  readonly example?: unknown;
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** The order of requests for a path: what is deleted is not needed any more. */
const methods = ['post', 'get', 'put', 'patch', 'delete'];

/** Sends the requests. Shape: the violations that the proxy adds to responses. */
export async function sendExamples(file: string, proxy: string): Promise<readonly string[]> {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, Operation>> & { parameters?: Parameter[] }>
    >;
  };
  const lines: string[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const url = new URL(fillExamples(path, parameters), proxy);
      for (const { name, example } of parameters.filter(
        (one) => one.in === 'query' && one.example !== undefined,
      ))
        url.searchParams.set(name, String(example));
      const body = operation.requestBody?.content['application/json'].schema.example;
      const response = await fetch(url, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${tokens.own}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as readonly Violation[];
      for (const { location, message } of violations)
        lines.push(`${method} ${path} ${location.join('.')} ${message}`);
    }
  return toFindings(lines);
}

function fillExamples(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    String(parameters.find(({ name }) => name === key)?.example),
  );
}
