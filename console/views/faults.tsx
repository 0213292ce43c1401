/** Faults and feature gates of the world. */
import type { JSX } from 'preact';
import type { ConsoleEvent, Fault } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { Action, Empty, Show } from '../parts/common.tsx';
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
            <div class="cards">
              {faults.map((fault) => (
                <FaultCard key={fault.id} fault={fault} reload={reload} />
              ))}
            </div>
          )
        }
      </Show>
      <Gates />
    </>
  );
}

function FaultCard({ fault, reload }: { readonly fault: Fault; readonly reload: () => void }): JSX.Element {
  const { id, hits, ...request } = fault;
  return (
    <section class="card" aria-label={`Fault ${id}`}>
      <p>
        <span class="mono">{id}</span> applied {hits}
        {fault.times !== undefined && ` of ${fault.times}`} time{(fault.times ?? hits) === 1 ? '' : 's'}
      </p>
      <FaultForm
        label="Change"
        initial={request}
        save={(body) => bodyOf(control.replaceFault({ path: { id }, body })).then(reload)}
      />
      <Action kind="danger" run={() => bodyOf(control.deleteFault({ path: { id } })).then(reload)}>
        Remove
      </Action>
    </section>
  );
}

/** The feature gates, each with the values that the contract allows. */
const gateValues = {
  agents: ['on', 'unavailable', 'hidden'],
  batch: ['on', 'unavailable'],
  dailyBatches: ['ok', 'exhausted'],
  sandboxQuota: ['ok', 'exhausted'],
  quota: ['ok', 'exhausted'],
  sandboxAdmission: ['ok', 'credential', 'source', 'profile'],
  resourceVersion: ['ok', 'stale'],
  spendBudget: ['ok', 'exhausted'],
  platformKeyLimit: ['ok', 'exhausted'],
  assetStorage: ['ok', 'unconfigured'],
} as const;

function Gates(): JSX.Element {
  const loaded = useLoaded(
    'gates',
    () => bodyOf(control.getFeatureGates()),
    (event) => event.type === 'world',
  );
  return (
    <section>
      <h2>Feature gates</h2>
      <Show loaded={loaded}>
        {(gates) => (
          <div class="bar">
            {Object.entries(gateValues).map(([name, values]) => (
              <label key={name}>
                {name}
                <select
                  value={gates[name as keyof typeof gateValues]}
                  onChange={(event) => {
                    const body = { [name]: event.currentTarget.value } as Parameters<
                      typeof control.setFeatureGates
                    >[0]['body'];
                    void bodyOf(control.setFeatureGates({ body })).finally(loaded.reload);
                  }}
                >
                  {values.map((value) => (
                    <option key={value}>{value}</option>
                  ))}
                </select>
              </label>
            ))}
          </div>
        )}
      </Show>
    </section>
  );
}
