/** Describes the resources of a contract: what is inferred, and how lists are read according to the description. */
import type { ResourceGraph } from '../../contract/resources/graph.ts';
import { inferResources } from '../../contract/resources/infer/infer-graph.ts';
import { declarePaging, type DeclaredRules } from '../../contract/resources/pagination/declare-paging.ts';
import { findRuleProblems, type PaginationRule } from '../../contract/resources/pagination/rule.ts';
import type { ResourceSource } from '../../contract/resources/source.ts';
import { isArray, propertyOf } from '../json/json.ts';
import type { ContractModel, JsonObject, JsonValue } from '../model/contract-model.ts';
import { describeResourceSource } from './resource-source.ts';

export function describeResourceGraph(
  model: ContractModel,
  source: ResourceSource = describeResourceSource(model),
): ResourceGraph {
  const byId = new Map(model.operations.map((operation) => [operation.id, operation.extensions]));
  const own = rulesIn(model.extensions);
  const shared = own === false ? false : [...validRules(model.paginationRules), ...own];
  return declarePaging(inferResources(source), source.operations, (id) => {
    const extensions = byId.get(id) ?? {};
    return Object.hasOwn(extensions, EXTENSION) ? rulesIn(extensions) : shared;
  });
}

const EXTENSION = 'x-pagination';

/** Returns the rules without problems. */
function rulesIn(extensions: JsonObject): DeclaredRules {
  const written = propertyOf(extensions, EXTENSION) ?? [];
  if (written === false) return false;
  return validRules(isArray(written) ? written : [written]);
}

function validRules(rules: readonly JsonValue[]): readonly PaginationRule[] {
  return rules.flatMap((rule: unknown) => (isRule(rule) ? [rule] : []));
}

function isRule(rule: unknown): rule is PaginationRule {
  return findRuleProblems(rule).length === 0;
}
