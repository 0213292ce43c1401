/**
 * Describes operations as data for servers and clients at run time. Generic in how a check is represented: by the code
 * that refers to it where the description is printed, by the check itself where it is read at run time.
 */
import type {
  BodyContentSpec,
  FieldSpec,
  JoinedSpec,
  OperationSpec,
  ParameterSpec,
  PartHeaderSpec,
  PartSpec,
  PropertiesSpec,
  ResponseHeaderSpec,
  ResponseSpec,
} from '../../templates/runtime/operation-spec.ts';
import type {
  BodyContent,
  DeclaredHeader,
  Example,
  Field,
  FieldProperties,
  Joined,
  Operation,
  OperationResponse,
  Parameter,
  Part,
  ResponseContent,
} from '../model/contract-model.ts';
import { bodyKindOf } from './body-kinds.ts';

/** A type with another representation of its checks. */
type Checked<Spec, Check> = Omit<Spec, 'check' | 'items'> & { readonly check: Check };

/** A parameter, with the representation of its check. */
type DescribedParameter<Check> = Checked<ParameterSpec, Check>;

/** A header of a part of a form, with the representation of its check. */
type DescribedPartHeader<Check> = Checked<PartHeaderSpec, Check>;

/** A part of a form, with the representation of its checks. */
type DescribedPart<Check> = Omit<PartSpec, 'headers'> & {
  readonly headers?: readonly DescribedPartHeader<Check>[];
};

/** One media type of a request body, with the representation of its checks. */
type DescribedContent<Check> = Omit<BodyContentSpec, 'check' | 'items' | 'parts'> & {
  readonly check: Check | null;
  readonly items?: Check;
  readonly parts?: Readonly<Record<string, DescribedPart<Check>>>;
};

/** A response in one media type, with the representation of its checks. */
type DescribedResponse<Check> = Omit<ResponseSpec, 'check' | 'headers'> & {
  readonly check: Check | null;
  readonly headers: readonly Checked<ResponseHeaderSpec, Check>[];
};

/** An operation, with the representation of its checks. */
type DescribedOperation<Check> = Omit<OperationSpec, 'parameters' | 'body' | 'responses'> & {
  readonly parameters: readonly DescribedParameter<Check>[];
  readonly body: {
    readonly required: boolean;
    readonly content: readonly DescribedContent<Check>[];
  } | null;
  readonly responses: readonly DescribedResponse<Check>[];
};

/** Returns the representation of a check, by its name. */
type CheckOf<Check> = (name: string) => Check;

export function describeOperation<Check>(
  operation: Operation,
  checkOf: CheckOf<Check>,
): DescribedOperation<Check> {
  const { id, method, path, tag, parameters, body, responses, security, stream, extensions } = operation;
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag,
    parameters: parameters.map((parameter) => describeParameter(parameter, checkOf)),
    body:
      body === null
        ? null
        : {
            required: body.required,
            content: body.content.map((content) => describeContent(content, checkOf)),
          },
    responses: responses.flatMap((response) => describeResponses(response, checkOf)),
    security: security.map((schemes) => ({
      schemes: schemes.map(({ name, scopes }) => ({ name, scopes })),
    })),
    stream:
      stream === null
        ? null
        : {
            stream: stream.stream,
            parameter:
              stream.parameter === null
                ? null
                : { name: stream.parameter.name, default: stream.parameter.default },
            channels: stream.channels,
          },
    extensions,
  };
}

function describeParameter<Check>(parameter: Parameter, checkOf: CheckOf<Check>): DescribedParameter<Check> {
  const { name, in: place, required, kind, nullable, repeated, isWholeQuery, check } = parameter;
  return {
    name,
    in: place,
    required,
    kind,
    nullable,
    repeated,
    ...describeSpread(parameter),
    ...(isWholeQuery ? { isWholeQuery } : {}),
    ...(parameter.default === null ? {} : { default: parameter.default.value }),
    check: checkOf(check),
  };
}

function describeContent<Check>(content: BodyContent, checkOf: CheckOf<Check>): DescribedContent<Check> {
  const { mediaType, check, kind, fields, parts, items } = content;
  return {
    mediaType,
    check: check === null ? null : checkOf(check),
    ...(check === null && kind !== 'json' && mediaType.includes('*') ? { kind } : {}),
    ...(items === null ? {} : { items: checkOf(items) }),
    ...(fields === null ? {} : { form: describeFields(fields) }),
    ...(fields !== null && bodyKindOf({ kind, mediaType }) === 'multipart'
      ? {
          parts: Object.fromEntries(
            Object.entries(parts).map(([name, part]) => [name, describePart(part, checkOf)]),
          ),
        }
      : {}),
  };
}

function describePart<Check>(part: Part, checkOf: CheckOf<Check>): DescribedPart<Check> {
  const { file, types, headers } = part;
  return {
    ...(file === null ? {} : { file }),
    ...(types.length === 0 ? {} : { types }),
    ...(headers.length === 0
      ? {}
      : { headers: headers.map((header) => describePartHeader(header, checkOf)) }),
  };
}

function describePartHeader<Check>(
  { name, required, kind, check }: DeclaredHeader,
  checkOf: CheckOf<Check>,
): DescribedPartHeader<Check> {
  return { name, ...(required ? { required } : {}), kind, check: checkOf(check) };
}

/** Describes one entry per status and media type, each with the headers of its status. */
function describeResponses<Check>(
  { status, headers, content }: OperationResponse,
  checkOf: CheckOf<Check>,
): DescribedResponse<Check>[] {
  return content.map((body) => ({
    status,
    mediaType: body.kind === 'none' ? null : body.mediaType,
    kind: body.kind,
    check: body.kind === 'json' ? checkOf(body.check) : null,
    headers: headers.map(({ name, required, check }) => ({ name, required, check: checkOf(check) })),
    examples: examplesOf(body).map(({ name, value }) => ({ name, value })),
  }));
}

function examplesOf(content: ResponseContent): readonly Example[] {
  return content.kind === 'none' ? [] : content.examples;
}

/** Describes how a value is spread over several texts; empty if it is not. */
function describeSpread({ list, properties, joined }: Field): Partial<FieldSpec> {
  return {
    ...(list === null ? {} : { list }),
    ...(properties === null ? {} : { properties: describeFields(properties) }),
    ...(joined === null ? {} : { joined: describeJoined(joined) }),
  };
}

function describeJoined({ prefix, separator, pairs, isEncoded }: Joined): JoinedSpec {
  return {
    separator,
    ...(prefix === '' ? {} : { prefix }),
    ...(pairs ? { pairs } : {}),
    ...(isEncoded ? { isEncoded } : {}),
  };
}

function describeFields({ style, fields, rest, except }: FieldProperties): PropertiesSpec {
  return {
    style,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describeField(field)])),
    ...(rest === null ? {} : { rest: describeField(rest) }),
    ...(except.length === 0 ? {} : { except }),
  };
}

function describeField(field: Field): FieldSpec {
  const { kind, nullable, repeated } = field;
  return {
    kind,
    ...(nullable ? { nullable } : {}),
    ...(repeated ? { repeated } : {}),
    ...describeSpread(field),
  };
}
