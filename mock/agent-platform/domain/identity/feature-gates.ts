/**
 * The feature gates of a world, which make the service reject requests: features that a plan lacks, exhausted quotas.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Setting } from '../../../kernel/store/collection.ts';
import type { View } from '../../../kernel/store/view.ts';

/** The gates and their values, the default first. Source: spec/control/schemas/FeatureGates.yaml. */
export const featureGateValues = {
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

export type FeatureGates = {
  readonly [Name in keyof typeof featureGateValues]: (typeof featureGateValues)[Name][number];
};

export const featureGates: Setting<FeatureGates> = {
  name: 'featureGates',
  initial: {
    agents: 'on',
    batch: 'on',
    dailyBatches: 'ok',
    sandboxQuota: 'ok',
    quota: 'ok',
    sandboxAdmission: 'ok',
    resourceVersion: 'ok',
    spendBudget: 'ok',
    platformKeyLimit: 'ok',
    assetStorage: 'ok',
  },
};

/** Sets the given gates and leaves the others unchanged; returns all of them. */
export function setGates(
  tx: Transaction,
  wanted: { readonly [Name in keyof FeatureGates]?: FeatureGates[Name] | undefined },
): FeatureGates {
  const named = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const gates: FeatureGates = { ...tx.setting(featureGates), ...Object.fromEntries(named) };
  tx.set(featureGates, gates);
  return gates;
}

export function featureGate<Name extends keyof FeatureGates>(view: View, name: Name): FeatureGates[Name] {
  return view.setting(featureGates)[name];
}
