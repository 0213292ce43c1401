/** Creates the records that single requests need and that are not configured. */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import type { TestEnvironment } from '../../model/test-environment.ts';
import type { Wire } from '../../http/wire.ts';
import type { RequestBuilder } from '../base-request.ts';
import { traitsOf } from '../operation-traits.ts';
import { pathNamesOf, RecordMaker } from './record-maker.ts';
import type { Texts } from '../request-form.ts';

/**
 * What is prepared. Shape: `creating` is the test environment for requests that create records; `isWanted` whether the
 * run checks an operation.
 */
interface Preparation {
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  readonly creating: TestEnvironment;
  readonly builder: RequestBuilder;
  readonly isWanted: (operation: string) => boolean;
}

/** Creates records for operations that lack them. Errors: rejects as `Wire.send`. */
export async function prepareRecords({
  wire,
  environment,
  creating,
  builder,
  isWanted,
}: Preparation): Promise<Readonly<Record<string, Texts>>> {
  const maker = new RecordMaker(builder, wire, creating);
  const records: Record<string, Texts> = {};
  for (const operation of operationsOf(builder.contract).all.filter(({ id }) => isWanted(id))) {
    const { missing, traits, confidence } = builder.baseOf(operation, environment);
    const names = pathNamesOf(operation);
    const lacksQuery = missing.some((name) => !names.includes(name));
    const isLacking = missing.length > 0 && isPrepared(operation);
    const values = {
      ...(confidence === 'guessed' || lacksQuery ? await maker.references(operation) : {}),
      ...(isLacking ? await maker.create(operation, names, traits.consumes !== null) : {}),
    };
    if (Object.keys(values).length > 0) records[operation.id] = values;
  }
  return records;
}

/**
 * Returns whether a created record is suitable for an operation. Why not for a costly one: it is sent as configured.
 *
 * Why not for one that needs its own record: that is created when it is sent. Why not for one that uses up a state: a
 * new record may be in another state; it is only certain to exist, which is enough to delete it.
 */
function isPrepared(operation: ContractOperation): boolean {
  const { isCostly, needsScratchRecord, consumes } = traitsOf(operation);
  return !isCostly && !needsScratchRecord && (consumes === null || operation.method === 'DELETE');
}
