/** Faults and feature gates of the world. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, Fault, FaultRequest, FeatureGates } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { messageOf, useLoaded } from '../live.ts';
import { Empty, Show } from '../parts/common.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { FaultForm } from '../parts/fault-form.tsx';
import { ServiceOptions } from '../parts/service-options.tsx';

const concerns = (event: ConsoleEvent): boolean =>
  event.type === 'world' || (event.type === 'record' && event.kind === 'faults');

export function FaultsView(): JSX.Element {
  const loaded = useLoaded('faults', () => bodyOf(control.listFaults()), concerns);
  const { reload } = loaded;
  return (
    <>
      <h1>Faults and feature gates</h1>
      <ServiceOptions />
      <section class="card" aria-label="New fault">
        <FaultForm
          label="Add a fault"
          save={(fault) => bodyOf(control.createFault({ body: fault })).then(reload)}
        />
      </section>
      <Show loaded={loaded}>
        {({ faults }) =>
          faults.length === 0 ? (
            <Empty>
              No faults. Add one to see how your client handles errors, delays and broken streams.
            </Empty>
          ) : (
            <>
              {faults.map((fault) => (
                <FaultRow key={fault.id} fault={fault} reload={reload} />
              ))}
            </>
          )
        }
      </Show>
      <Gates />
    </>
  );
}

/** One fault in a line; its form opens on request. */
function FaultRow({ fault, reload }: { readonly fault: Fault; readonly reload: () => void }): JSX.Element {
  const { id, hits, ...request } = fault;
  const [isOpen, setOpen] = useState(false);
  const save = async (body: FaultRequest): Promise<void> => {
    await bodyOf(control.replaceFault({ path: { id }, body }));
    setOpen(false);
    reload();
  };
  return (
    <section class="card fault" aria-label={`Fault ${id}`}>
      <div class="bar">
        <span class="mono">{id}</span>
        <strong>{callsOf(request)}</strong>
        <span>{effectsOf(request)}</span>
        <span class="quiet">
          applied {hits}
          {fault.times !== undefined && ` of ${fault.times}`} time{(fault.times ?? hits) === 1 ? '' : 's'}
        </span>
        <span class="buttons">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Edit
          </button>
          <Confirmed
            question={`Remove the fault ${id}?`}
            run={() => bodyOf(control.deleteFault({ path: { id } })).then(reload)}
          >
            Remove
          </Confirmed>
        </span>
      </div>
      {isOpen && <FaultForm label="Change" initial={request} save={save} />}
    </section>
  );
}

function callsOf({ operationId, method, path, probability }: FaultRequest): string {
  const calls = [operationId, method, path].filter((part) => part !== undefined).join(' ') || 'all calls';
  return probability === undefined ? calls : `${calls}, probability ${probability}`;
}

function effectsOf({ status, code, headers, latencyMs, cut, corrupt }: FaultRequest): string {
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(headers === undefined ? [] : [`headers ${Object.keys(headers).join(', ')}`]),
    ...(latencyMs === undefined ? [] : [`${latencyMs} ms later`]),
    ...(cut === undefined ? [] : [`cut after ${cut.afterEvents} events`]),
    ...(corrupt === undefined ? [] : [`event ${corrupt.atEvent} corrupt`]),
  ].join('; ');
}

interface Gate {
  readonly values: readonly string[];
  readonly effect: string;
}

/** The feature gates, each with the values that the contract allows; the first is the default. */
const gates: Readonly<Record<keyof FeatureGates, Gate>> = {
  agents: {
    values: ['on', 'unavailable', 'hidden'],
    effect: 'Creating and updating agents returns 402 or 404.',
  },
  batch: { values: ['on', 'unavailable'], effect: 'Submitting a batch returns 402.' },
  dailyBatches: { values: ['ok', 'exhausted'], effect: 'Submitting a batch returns 429 with Retry-After.' },
  sandboxQuota: { values: ['ok', 'exhausted'], effect: 'Destroy and resume of a sandbox return 429.' },
  quota: { values: ['ok', 'exhausted'], effect: 'Sets dailyBatches and sandboxQuota together.' },
  sandboxAdmission: {
    values: ['ok', 'credential', 'source', 'profile'],
    effect: 'Destroy and resume of a sandbox return 422 with this reason.',
  },
  resourceVersion: { values: ['ok', 'stale'], effect: 'Destroy and resume of a sandbox return 412.' },
  spendBudget: {
    values: ['ok', 'exhausted'],
    effect: 'Destroy and resume of a sandbox return 402; executions fail.',
  },
  platformKeyLimit: {
    values: ['ok', 'exhausted'],
    effect: 'Approve, chat and resume of pages of end users return 503.',
  },
  assetStorage: { values: ['ok', 'unconfigured'], effect: 'Operations on assets return 503.' },
};

function Gates(): JSX.Element {
  const loaded = useLoaded(
    'gates',
    () => bodyOf(control.getFeatureGates()),
    (event) => event.type === 'world',
  );
  const [error, setError] = useState<string | null>(null);
  const set = (name: string, value: string): void => {
    const body = { [name]: value } as Parameters<typeof control.setFeatureGates>[0]['body'];
    bodyOf(control.setFeatureGates({ body }))
      .then(() => setError(null))
      .catch((problem: unknown) => setError(messageOf(problem)))
      .finally(loaded.reload);
  };
  return (
    <section>
      <h2>Feature gates</h2>
      <p class="quiet">
        A gate makes the service respond as if a plan lacks a feature or a quota is used up.
      </p>
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <Show loaded={loaded}>
        {(current) => (
          <div class="gates">
            {Object.entries(gates).map(([name, { values, effect }]) => (
              <div key={name} class="gate">
                <label>
                  {name}
                  <select
                    aria-describedby={`gate-${name}`}
                    value={current[name as keyof FeatureGates]}
                    onChange={(event) => set(name, event.currentTarget.value)}
                  >
                    {values.map((value) => (
                      <option key={value}>{value}</option>
                    ))}
                  </select>
                </label>
                <span id={`gate-${name}`} class="quiet">
                  {effect}
                </span>
              </div>
            ))}
          </div>
        )}
      </Show>
    </section>
  );
}
