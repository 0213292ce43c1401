import { describe, expect, it } from 'vitest';
import { nameMethods } from '../../../generator/emit/outputs/tags/method-names.ts';

describe('a method drops the words of its tag', () => {
  it.each<[tag: string, name: string, method: string]>([
    ['agents', 'listAgents', 'list'],
    ['agents', 'getAgent', 'get'],
    ['agents', 'createAgentVersion', 'createVersion'],
    ['agents', 'agentsList', 'list'],
    ['fineTuning', 'listFineTuningJobs', 'listJobs'],
    ['policies', 'getPolicy', 'get'],
    ['agents', 'deleteAgent', 'delete'],
    ['agents', 'agents', 'agents'],
    ['agents', 'getHealth', 'getHealth'],
    ['agents', 'agentsThen', 'agentsThen'],
    ['get', 'get2fa', 'get2fa'],
    ['_', 'getAgent', 'getAgent'],
  ])('of the tag %s, %s is %s', (tag, name, method) => {
    expect(nameMethods(tag, [name]).get(name)).toBe(method);
  });

  it('unless another function has that name', () => {
    expect([...nameMethods('agents', ['listAgents', 'list', 'getAgent', 'getAgents']).values()]).toEqual([
      'listAgents',
      'list',
      'getAgent',
      'getAgents',
    ]);
  });
});
