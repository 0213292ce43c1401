/** The faults of the world. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, Fault, FaultRequest } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { Empty, Show } from '../parts/common.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { FaultForm } from '../parts/fault-form.tsx';
import { ServiceOptions, useOperations } from '../parts/service-options.tsx';
import { usePlugin } from '../plugin.ts';

const concerns = (event: ConsoleEvent): boolean =>
  event.type === 'world' || (event.type === 'record' && event.kind === 'faults');

export function FaultsView(): JSX.Element {
  const extension = usePlugin()?.faults;
  const operations = useOperations();
  const loaded = useLoaded('faults', () => bodyOf(control.listFaults()), concerns);
  const { reload } = loaded;
  return (
    <>
      <h1>{extension?.title ?? 'Faults'}</h1>
      <ServiceOptions operations={operations} />
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
      {extension !== undefined && <extension.Below />}
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
