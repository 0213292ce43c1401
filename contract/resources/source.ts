/**
 * What the inference of resources needs from a description: operations with the essential facts of their schemas, already
 * interpreted. Types only.
 */
import type { ResponseStatus } from '../../templates/runtime/media-type.ts';
import type { JsonValue, ParameterPlace } from '../../templates/runtime/operation-spec.ts';

/** The operations of a description, and the requests that its service sends. */
export interface ResourceSource {
  readonly operations: readonly SourceOperation[];
  readonly sent: readonly SourceRequest[];
}

/** A JSON request that the service sends: a webhook, or a callback of an operation. */
export interface SourceRequest {
  /** The name of the webhook, or `operation.callback`. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  /** The operation that it is a callback of, and the address with runtime expressions; `null` for a webhook. */
  readonly callback: { readonly operation: string; readonly address: string } | null;
  /** The name of the check and of the sample of its body. */
  readonly check: string;
  readonly schema: SourceSchema;
}

/** One operation. */
export interface SourceOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Template as documented. */
  readonly path: string;
  /** Source location. */
  readonly pointer: string;
  /** Summary and description; empty without any. */
  readonly text: string;
  readonly parameters: readonly SourceParameter[];
  readonly bodies: readonly SourceBody[];
  readonly responses: readonly SourceResponse[];
}

/** A parameter. */
export interface SourceParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  readonly text: string;
  readonly pointer: string;
  readonly schema: SourceSchema;
}

/** A request body in one media type. */
export interface SourceBody {
  readonly mediaType: string;
  readonly schema: SourceSchema | null;
  /** Whether the body is a file, or a form with a file. */
  readonly hasFile: boolean;
}

/** A response in one media type. */
export interface SourceResponse {
  readonly status: ResponseStatus;
  /** Its description; empty without one. */
  readonly text: string;
  /** `null` when there is no body. */
  readonly mediaType: string | null;
  readonly kind: 'none' | 'json' | 'eventStream' | 'text' | 'bytes';
  readonly schema: SourceSchema | null;
  /** The values of a JSON body that the document shows beside its schema. */
  readonly examples: readonly JsonValue[];
  /** Names in lower case. */
  readonly headers: readonly string[];
  readonly links: readonly SourceLink[];
}

/** How a response leads to another operation. */
export interface SourceLink {
  readonly name: string;
  /** The id of the operation; `null` if it is not in the description. */
  readonly operation: string | null;
  /** Constants and runtime expressions, such as `$response.body#/id`, by place and name: `path.id`. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
}

/** The facts of one schema. Properties and items are read when they are first used. */
export interface SourceSchema {
  /** The name of the component that it is; `null` for an inline schema. */
  readonly name: string | null;
  readonly pointer: string;
  /** JSON types except `null`; `null` for any. */
  readonly types: ReadonlySet<string> | null;
  readonly isNullable: boolean;
  /** Shape: in the order of the document; those of all alternatives of a union. */
  readonly properties: ReadonlyMap<string, SourceSchema>;
  /** Whether it explicitly allows any other properties. */
  readonly isOpen: boolean;
  readonly required: ReadonlySet<string>;
  /** The alternatives of its unions. Shape: empty without a union. */
  readonly alternatives: readonly SourceSchema[];
  /** `null` if it is no list. */
  readonly items: SourceSchema | null;
  /** The values it lists; `null` if it lists none. */
  readonly values: readonly JsonValue[] | null;
  readonly format: string | null;
  readonly pattern: string | null;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly minimum: number | null;
  /** Shape: `null` where alternatives or conditions decide as well, so that its keywords are not all there is to know. */
  readonly bounds: SourceBounds | null;
  /** Its examples, then its default; empty without any. */
  readonly examples: readonly JsonValue[];
  /** The value of what is absent; `undefined` if it states none. */
  readonly defaultValue: JsonValue | undefined;
}

/** The bounds of numbers and texts by keyword. Units: lengths count characters. */
export type SourceBounds = Readonly<
  Partial<
    Record<
      | 'minimum'
      | 'maximum'
      | 'exclusiveMinimum'
      | 'exclusiveMaximum'
      | 'multipleOf'
      | 'minLength'
      | 'maxLength',
      number
    >
  >
>;
