/** What bodies have around their records. */
import type { Inference, InferenceEvidence } from '../graph.ts';
import type { SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';

/** Records in a body, with where they are. */
export interface Enveloped {
  /** JSON Pointer; empty for the whole body. */
  readonly envelope: Inference<string>;
  /** The schema of one record. */
  readonly item: SourceSchema;
  /** JSON Pointer of the record in an item of the list; absent where an item is the record. */
  readonly inItem?: string;
}

/** Returns whether a body has a property that is usually an id. */
export function hasId(body: SourceSchema): boolean {
  return [...body.properties.keys()].some((property) => /^_?(?:id|uuid|guid|gid|sid)$/i.test(property));
}

/** Names of properties beside a wrapped record that describe the response. */
const remarks = new Set(
  (
    'meta metadata links status success code message messages error errors warnings included includes jsonapi requestid ' +
    'statuscode statusmessage statusreason statustext returncode returnmessage errorcode errormessage'
  ).split(' '),
);

/** Returns whether a property of a body describes the response, and not a record. */
export function isRemark(property: string): boolean {
  return remarks.has(flatten(property));
}

/** Returns whether a body has nothing but remarks and switches. */
export function hasOnlyRemarks(body: SourceSchema): boolean {
  return body.properties.size > 0 && isAlone(body, '');
}

/** Returns whether a body has only remarks and switches beside a property. */
export function isAlone(body: SourceSchema, wrapper: string): boolean {
  return [...body.properties].every(
    ([property, schema]) =>
      property === wrapper || isRemark(property) || schema.types?.has('boolean') === true,
  );
}

/** Describes the records at a place of a body. */
export function enveloped(
  pointer: string,
  item: SourceSchema,
  confidence: number,
  text: string,
  at: SourceSchema,
): Enveloped {
  const evidence: InferenceEvidence[] = [{ text, pointer: at.pointer }];
  return { envelope: { value: pointer, confidence, evidence }, item };
}
