/**
 * Resolves facts against the bundled documents. The form of a fact's subject decides how; the forms are the table.
 * A rule, limit or code is prose: it is resolved by a mark of provenance with its id.
 */
import type { Fact, FactKind } from '../../../contract/contract.ts';
import { resolveEnum } from './enums.ts';
import { resolveProductEvent, resolveStreamEvent } from './events.ts';
import { resolveBody, resolveProperty } from './fields.ts';
import {
  resolveBearer,
  resolveExecutionHeader,
  resolveHeaderOfStatus,
  resolveNoAuthorization,
  resolveRegistrationHeader,
  resolveRequestHeader,
  resolveResponseHeader,
} from './headers.ts';
import { fails, resolveMention, type Resolution, type ResolveContext, type Resolver } from './resolution.ts';
import { resolveParameter } from './parameters.ts';
import { resolveCatalogued, resolvePreclaim, resolvePreclaimExclusion } from './scopes.ts';
import { resolveEndpoint, resolveGeneralStatus, resolveStatus, resolveStatusSet } from './statuses.ts';

interface Form {
  readonly kinds: readonly FactKind[];
  readonly subject: RegExp;
  readonly resolve: Resolver;
}

const operation = String.raw`(?<operation>(?:GET|POST|PUT|PATCH|DELETE) [^?#]+)`;

/** Subject forms by kind. The first that matches is used, so specific forms come before general ones. */
const forms: readonly Form[] = [
  { kinds: ['endpoint'], subject: form(operation), resolve: resolveEndpoint },
  { kinds: ['status'], subject: form(String.raw`${operation}#\*`), resolve: resolveStatusSet },
  { kinds: ['status'], subject: form(String.raw`${operation}#(?<status>\d{3})`), resolve: resolveStatus },
  { kinds: ['status'], subject: form(String.raw`\*#(?<status>\d{3})`), resolve: resolveGeneralStatus },
  {
    kinds: ['field'],
    subject: form(String.raw`${operation}\?(?<place>path|query)\.(?<name>.+)`),
    resolve: resolveParameter,
  },
  {
    kinds: ['field'],
    subject: form(String.raw`${operation}#body(?:\((?<variant>[^)]+)\))?`),
    resolve: resolveBody,
  },
  { kinds: ['field'], subject: form('.+'), resolve: resolveProperty },
  // Mentioned as examples or as words of the platform, but in no payload that the source shows.
  {
    kinds: ['enum'],
    subject: form(String.raw`gate\.approver|batch-state\(example\)`),
    resolve: resolveMention,
  },
  { kinds: ['enum'], subject: form('.+'), resolve: resolveEnum },
  { kinds: ['event'], subject: form('event:(?<type>.+)'), resolve: resolveStreamEvent },
  { kinds: ['event'], subject: form('product-event:(?<name>.+)'), resolve: resolveProductEvent },
  {
    kinds: ['header'],
    subject: form(String.raw`\*\?header\.Authorization|Authorization(?:#\w+)?`),
    resolve: resolveBearer,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`registration\?header\.Authorization`),
    resolve: resolveRegistrationHeader,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`${operation}\?header\.Authorization`),
    resolve: resolveNoAuthorization,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`${operation}\?header\.(?<name>.+)`),
    resolve: resolveRequestHeader,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`${operation}\?response\.(?<name>.+)`),
    resolve: resolveResponseHeader,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`(?:\*|flow-execution)#(?<status>\d{3})\?response\.(?<name>.+)`),
    resolve: resolveHeaderOfStatus,
  },
  {
    kinds: ['header'],
    subject: form(String.raw`execution-response\?response\.(?<name>.+)`),
    resolve: resolveExecutionHeader,
  },
  { kinds: ['scope'], subject: form('preclaim:(?<scope>.+)'), resolve: resolvePreclaim },
  { kinds: ['scope'], subject: form('preclaim-excludes:(?<scope>.+)'), resolve: resolvePreclaimExclusion },
  { kinds: ['scope'], subject: form('(?<scope>.+)'), resolve: resolveCatalogued },
  { kinds: ['rule', 'limit', 'code'], subject: form('.+'), resolve: resolveMention },
];

/** Resolves one fact. A subject of an unknown form fails, so that a new form is noticed. */
export function resolveFact(fact: Fact, context: ResolveContext): Resolution {
  for (const { kinds, subject, resolve } of forms) {
    const match = kinds.includes(fact.kind) ? subject.exec(fact.subject) : null;
    if (match !== null) return resolve(match, fact, context);
  }
  return fails(`no resolver knows the subject form ${fact.subject}`);
}

function form(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
