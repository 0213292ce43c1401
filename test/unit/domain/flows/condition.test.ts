import { expect, it } from 'vitest';
import { isConditionMet } from '../../../../mock/agent-platform/domain/flows/default-scenario.ts';

const variables = { order: { total: 12.5, state: 'open', paid: false, lines: [] }, name: '' };

it.each([
  ["order.state == 'open'", true],
  ['order.state == "closed"', false],
  ["order.state != 'closed'", true],
  ['order.total > 12', true],
  ['order.total >= 12.5', true],
  ['order.total < 12', false],
  ['order.total <= -1', false],
  ['order.paid == false', true],
  ['order.paid', false],
  ['order.lines', true],
  ['name', false],
  ['order.unknown.deep', false],
  ["order.state > 'a'", false],
  ['constructor', false],
  ['count(order.lines) > 2 && order.paid', true],
])('%s is %s', (condition, isTrue) => {
  expect(isConditionMet(condition, variables)).toBe(isTrue);
});
