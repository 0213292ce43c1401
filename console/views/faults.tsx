/** Faults and feature gates of the world. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, Fault, FaultRequest } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { Action, Empty, Show } from '../parts/common.tsx';

const concerns = (event: ConsoleEvent): boolean =>
  event.type === 'world' || (event.type === 'record' && event.kind === 'faults');

export function FaultsView(): JSX.Element {
  const loaded = useLoaded('faults', () => bodyOf(control.listFaults()), concerns);
  const { reload } = loaded;
  return (
    <>
      <h1>Faults and feature gates</h1>
      <FaultForm
        label="Add a fault"
        save={(fault) => bodyOf(control.createFault({ body: fault })).then(reload)}
      />
      <Show loaded={loaded}>
        {({ faults }) =>
          faults.length === 0 ? (
            <Empty>
              No faults. Add one to see how your client handles errors, delays and broken streams.
            </Empty>
          ) : (
            faults.map((fault) => <FaultCard key={fault.id} fault={fault} reload={reload} />)
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
        <span class="mono">{id}</span> applied {hits} time{hits === 1 ? '' : 's'}
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

interface Field {
  readonly name:
    'operationId' | 'path' | 'method' | 'status' | 'latencyMs' | 'times' | 'probability' | 'code';
  readonly title: string;
  readonly isNumber: boolean;
}

const fields: readonly Field[] = [
  { name: 'operationId', title: 'Operation', isNumber: false },
  { name: 'path', title: 'Path', isNumber: false },
  { name: 'method', title: 'Method', isNumber: false },
  { name: 'status', title: 'Status', isNumber: true },
  { name: 'code', title: 'Code', isNumber: false },
  { name: 'latencyMs', title: 'Latency in ms', isNumber: true },
  { name: 'times', title: 'Times', isNumber: true },
  { name: 'probability', title: 'Probability', isNumber: true },
];

function FaultForm({
  label,
  initial = {},
  save,
}: {
  readonly label: string;
  readonly initial?: FaultRequest;
  readonly save: (fault: FaultRequest) => Promise<unknown>;
}): JSX.Element {
  const start = Object.fromEntries(fields.map(({ name }) => [name, String(initial[name] ?? '')]));
  const [values, setValues] = useState<Readonly<Record<string, string>>>(start);
  const [cutAfter, setCutAfter] = useState(String(initial.cut?.afterEvents ?? ''));
  const read = (): FaultRequest => {
    const entries = fields
      .map(({ name, isNumber }) => [name, values[name]?.trim() ?? '', isNumber] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value, isNumber]) => [name, isNumber ? Number(value) : value]);
    const { headers, corrupt } = initial;
    return {
      ...(Object.fromEntries(entries) as FaultRequest),
      ...(cutAfter !== '' && { cut: { afterEvents: Number(cutAfter) } }),
      ...(headers !== undefined && { headers }),
      ...(corrupt !== undefined && { corrupt }),
    };
  };
  return (
    <div class="bar">
      {fields.map(({ name, title, isNumber }) => (
        <label key={name}>
          {title}
          <input
            size={isNumber ? 7 : 16}
            inputMode={isNumber ? 'decimal' : 'text'}
            value={values[name] ?? ''}
            onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <label>
        Cut the stream after
        <input
          size={7}
          inputMode="numeric"
          value={cutAfter}
          placeholder="events"
          onInput={(event) => setCutAfter(event.currentTarget.value)}
        />
      </label>
      <Action kind="primary" run={() => save(read())}>
        {label}
      </Action>
    </div>
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
