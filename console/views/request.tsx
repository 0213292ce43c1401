/** One call of the journal: why it got its response, and sending it again. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RequestDetail } from '../../generated/control/types.ts';
import { bodyOf, callService, control, credential, useCredential, type ServiceResponse } from '../api.ts';
import { formatDuration, formatTime } from '../format.ts';
import { useLoaded } from '../live.ts';
import { linkTo } from '../route.ts';
import { ActionForm, Copy, Json, Show, Status } from '../parts/common.tsx';
import { curlOf } from '../parts/snippets.ts';

export function RequestView({ id }: { readonly id: string }): JSX.Element {
  const loaded = useLoaded(id, () => bodyOf(control.getRequest({ path: { id } })), null);
  return (
    <>
      <p class="path">
        <a href={linkTo('journal')}>Journal</a>
      </p>
      {loaded.data === null && <h1>Call {id}</h1>}
      <Show loaded={loaded}>{(detail) => <Detail detail={detail} />}</Show>
    </>
  );
}

function Detail({ detail }: { readonly detail: RequestDetail }): JSX.Element {
  const { request, explanation, headers, body, query, response } = detail;
  return (
    <>
      <h1 class="mono">
        {request.method} <bdi>{request.path}</bdi>
      </h1>
      <p class="facts">
        <Status value={request.status} kind={`${Math.floor(request.status / 100)}xx`} />
        <span class="quiet">{formatTime(request.at)}</span>
        <span class="quiet">{formatDuration(request.durationMs)}</span>
        <span>{request.operationId ?? 'no operation'}</span>
      </p>
      <div class="split">
        <section>
          <h2>Why this response</h2>
          {explanation.length === 0 && <p class="quiet">Only the newest 200 calls are explained.</p>}
          <ol class="steps">
            {explanation.map((step, place) => (
              <li key={place} class={step.outcome}>
                <strong>{step.step}</strong> <Status value={step.outcome} />
                <div dir="auto">{step.message}</div>
                {step.details !== undefined && (
                  <details>
                    <summary>Details</summary>
                    <Json value={step.details} />
                  </details>
                )}
              </li>
            ))}
          </ol>
          {request.violations.length > 0 && (
            <>
              <h2>Contract violations</h2>
              <ul>
                {request.violations.map((violation, place) => (
                  <li key={place}>
                    {violation.in} <code>{violation.pointer === '' ? '/' : violation.pointer}</code>:{' '}
                    <bdi>{violation.message}</bdi>
                    {violation.injected === true && ' (injected by a fault)'}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <section>
          <h2>Request</h2>
          {query !== '' && (
            <p class="mono">
              ?<bdi>{query}</bdi>
            </p>
          )}
          <Json value={headers} label="Headers" />
          {body !== null && <Json value={body} label="Body" />}
          {response !== undefined && <Response response={response} />}
          <Again detail={detail} />
        </section>
      </div>
    </>
  );
}

function Response({
  response: { contentType, body },
}: {
  readonly response: NonNullable<RequestDetail['response']>;
}): JSX.Element {
  return (
    <>
      <h2>Response</h2>
      <p class="mono">{contentType ?? 'no body'}</p>
      {body !== null && <Json value={body} label="Body of the response" />}
      {body === null && contentType !== null && (
        <p class="quiet">The body is not kept: it is a stream, binary or long.</p>
      )}
    </>
  );
}

/** Sends the request again, with changes. */
function Again({
  detail: { request, query, headers, body },
}: {
  readonly detail: RequestDetail;
}): JSX.Element {
  const [path, setPath] = useState(query === '' ? request.path : `${request.path}?${query}`);
  const [text, setText] = useState(body === null ? '' : JSON.stringify(body, null, 2));
  const [prefer, setPrefer] = useState(headers['prefer'] ?? '');
  const [response, setResponse] = useState<(ServiceResponse & { readonly call: string | null }) | null>(null);
  const send = async (): Promise<void> => {
    if (!path.startsWith('/')) throw new Error('The path must start with /.');
    const parsed: unknown = text.trim() === '' ? undefined : JSON.parse(text);
    const preference = prefer === '' ? {} : { prefer };
    const received = await callService(request.method, path, { body: parsed, headers: preference });
    setResponse({ ...received, call: await newestCall(request.method, path, received.status) });
  };
  return (
    <section class="card">
      <h2>Send again</h2>
      <ActionForm run={send} label={`Send ${request.method}`} layout="fields">
        <div class="bar">
          <label>
            Path
            <input
              class="mono"
              size={50}
              value={path}
              onInput={(event) => setPath(event.currentTarget.value)}
            />
          </label>
          <label>
            Credential
            <input
              class="mono"
              value={credential.value}
              onInput={(event) => useCredential(event.currentTarget.value)}
            />
          </label>
          <label>
            Prefer
            <input class="mono" value={prefer} onInput={(event) => setPrefer(event.currentTarget.value)} />
          </label>
        </div>
        {request.method !== 'GET' && (
          <label class="block">
            JSON body
            <textarea rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        )}
      </ActionForm>
      <p class="bar">
        <Copy
          label="Copy as curl"
          text={() => curlOf({ method: request.method, path, prefer, body: text })}
        />
      </p>
      {response !== null && (
        <>
          <p>
            <Status value={response.status} kind={`${Math.floor(response.status / 100)}xx`} />{' '}
            {response.call !== null && <a href={linkTo('journal', response.call)}>Why this response</a>}
          </p>
          <Json value={response.body} label="Response" />
        </>
      )}
    </section>
  );
}

/** The maximum number of calls that may have been made since one was sent. */
const MAX_SINCE = 50;

/** Returns the id of the newest call with a response; null when it is not in the journal. */
async function newestCall(method: string, path: string, status: number): Promise<string | null> {
  const { requests } = await bodyOf(control.listRequests({ query: { order: 'newest', limit: MAX_SINCE } }));
  const [plain] = path.split('?');
  const call = requests.find((one) => one.method === method && one.path === plain && one.status === status);
  return call?.id ?? null;
}
