/** Query parameters as their texts, and the responses of lists, state them: repeated, bounded, or not declared at all. */
import type { OperationRole } from '../../../contract/resources/graph.ts';
import {
  findNumber,
  isPageSize,
  pagingParameters,
} from '../../../contract/resources/pagination/infer-paging.ts';
import { successOf } from '../../../contract/resources/records/schema-parts.ts';
import type { SourceOperation, SourceParameter } from '../../../contract/resources/source.ts';
import type {
  OperationSpec,
  ParameterSpec,
  PropertiesSpec,
} from '../../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../../templates/runtime/problem.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import { withStatedBody } from './stated-bodies.ts';

/** Returns a contract whose operations take what their texts and responses state. */
export function withStatedParameters(described: ResourceContract): ResourceContract {
  const { contract, source, graph } = described;
  const sources = new Map(source.operations.map((each) => [each.id, each]));
  const roles = new Map(
    graph.operations.map((role) => {
      const own = sources.get(role.id);
      return [role.id, own === undefined ? role : withShownSize(role, own)] as const;
    }),
  );
  const operations = contract.service.operations.map((spec) => {
    const own = sources.get(spec.id);
    return own === undefined ? spec : withStatedBody(withStated(spec, own, roles.get(spec.id)), own);
  });
  return {
    ...described,
    contract: { ...contract, service: { ...contract.service, operations } },
    graph: { ...graph, operations: [...roles.values()] },
  };
}

function withStated(
  spec: OperationSpec,
  source: SourceOperation,
  role: OperationRole | undefined,
): OperationSpec {
  const isRejecting = spec.responses.some(({ status }) => status === 400 || status === 422);
  const shownTwice = parametersTwiceIn(source.text);
  const ownParameters = spec.parameters.map((each): ParameterSpec => {
    const stated = source.parameters.find(({ name, in: place }) => place === each.in && name === each.name);
    if (stated === undefined || each.in !== 'query') return each;
    if (isFreeGroup(each, role)) return { ...each, kind: 'json', properties: IN_BRACKETS };
    if (!isPlain(each)) return each;
    const bounds = isRejecting && isNumber(each) ? boundsIn(stated) : null;
    if (bounds !== null) return { ...each, check: withinBounds(each.check, bounds) };
    return REPEATED.test(`${stated.text} ${stated.schema.text}`) || shownTwice.has(each.name)
      ? { ...each, repeated: true, check: ofEach(each.check) }
      : each;
  });
  const names = role?.paging == null ? [] : [...pagingParameters(role.paging.value)];
  const missing = names.filter(
    (name) => !ownParameters.some((each) => each.in === 'query' && each.name === name),
  );
  const parameters = [...ownParameters, ...missing.map(undeclared)];
  return parameters.some((each, index) => each !== spec.parameters[index]) ? { ...spec, parameters } : spec;
}

/** Adds the size of pages that only the response of a list has, by a parameter with the name of the property. */
function withShownSize(role: OperationRole, source: SourceOperation): OperationRole {
  const { paging } = role;
  const body = paging?.value.size === null ? (successOf(source.responses)?.schema ?? null) : null;
  const isDeclared = source.parameters.some(({ name }) => name === paging?.value.position);
  const [size] = (body === null || isDeclared ? null : findNumber(body, isPageSize)) ?? [];
  if (paging === null || size === undefined) return role;
  return { ...role, paging: { ...paging, value: { ...paging.value, size } } };
}

/**
 * Returns whether an object without declared properties selects or orders a list: `filter[name]=x`. Why: its properties
 * would have their own names, which are those of all other parameters.
 */
function isFreeGroup({ name, properties }: ParameterSpec, role: OperationRole | undefined): boolean {
  if (properties?.style !== 'own' || Object.keys(properties.fields).length > 0) return false;
  return (
    role?.query.some(
      ({ parameter, use }) =>
        parameter.startsWith(`${name}[`) || (parameter === name && use.value.kind === 'sort'),
    ) === true
  );
}

const IN_BRACKETS: PropertiesSpec = { style: 'brackets', fields: {} };

function isPlain({ repeated, joined, properties }: ParameterSpec): boolean {
  return !repeated && joined === undefined && properties === undefined;
}

function isNumber({ kind }: ParameterSpec): boolean {
  return kind === 'integer' || kind === 'number';
}

const REPEATED =
  /\b(?:can|may|could) be (?:repeated|(?:\w+ )?(?:multiple|several|many) times|(?:\w+ )?more than once)\b|\bmultiple param(?:eter)?s (?:can|may|could) be \w+|\b(\w{1,40})=[^&\s]{1,40}&\1=/i;

/** Returns the parameters that a text shows twice: "append `?id=1&id=2`". */
function parametersTwiceIn(text: string): ReadonlySet<string> {
  const shown = text.matchAll(/[?&](\w{1,40})=[^&\s]{1,40}&(?:amp;)?\1=/g);
  return new Set(Array.from(shown, ([, name = '']) => name));
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Returns the bounds that a text demands: "The value must be between 1 and 100"; `null` for none. */
function boundsIn({ text, schema }: SourceParameter): Bounds | null {
  const match = BOUNDS.exec(`${text} ${schema.text}`);
  if (match === null) return null;
  const [least, most] = [Number(match[1]), Number(match[2])];
  return least < most ? { least, most } : null;
}

const BOUNDS =
  /\bmust be (?:a (?:number|value) |an integer )?(?:between|from) (\d{1,9}) (?:and|to) (\d{1,9})\b/i;

function withinBounds(own: SchemaCheck, { least, most }: Bounds): SchemaCheck {
  const problemOf = (value: unknown, path: string): Problem | null => {
    if (typeof value !== 'number' || (value >= least && value <= most)) return null;
    const code = value < least ? 'TOO_SMALL' : 'TOO_LARGE';
    return { message: `${path} must be between ${least} and ${most}`, code, path };
  };
  return {
    name: own.name,
    pointer: own.pointer,
    check: (value) => own.check(value) && problemOf(value, '') === null,
    firstProblem: (value, prefix = '') => own.firstProblem(value, prefix) ?? problemOf(value, prefix),
    explain: async (value, prefix = '') => [
      ...(await own.explain(value, prefix)),
      ...[problemOf(value, prefix)].filter((problem) => problem !== null),
    ],
  };
}

/** Returns the check of a list whose items have a check of their own. */
function ofEach(own: SchemaCheck): SchemaCheck {
  const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  return {
    name: own.name,
    pointer: own.pointer,
    check: (value) => itemsOf(value).every((each) => own.check(each)),
    firstProblem: (value, prefix) => {
      const wrong = itemsOf(value).find((each) => !own.check(each));
      return wrong === undefined ? null : own.firstProblem(wrong, prefix);
    },
    explain: async (value, prefix) =>
      (await Promise.all(itemsOf(value).map((each) => own.explain(each, prefix)))).flat(),
  };
}

const anything: SchemaCheck = {
  name: 'any',
  pointer: '',
  check: () => true,
  firstProblem: () => null,
  explain: () => Promise.resolve([]),
};

function undeclared(name: string): ParameterSpec {
  return {
    name,
    in: 'query',
    kind: 'string',
    required: false,
    nullable: false,
    repeated: false,
    check: anything,
  };
}
