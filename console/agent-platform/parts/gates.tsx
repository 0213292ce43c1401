/** The feature gates of the world. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FeatureGates } from '../../../generated/control-agent-platform/types.ts';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { useLoaded } from '../../live.ts';
import { Show } from '../../parts/common.tsx';
import { messageOf } from '../../../templates/runtime/json/value.ts';

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

export function Gates(): JSX.Element {
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
