import { describe, expect, test } from 'vitest';
import { findWorld } from '../../../mock/http/world-route.ts';
import { World } from '../../../mock/kernel/world/world.ts';

const world = Object.create(World.prototype) as World;
const known = new Set(['default', 'blue', 'a b']);
const worlds = { find: (id: string) => (known.has(id) ? world : undefined) };

describe('a path means a world and a path in it', () => {
  test.each([
    ['/v1/agents', '', '/v1/agents'],
    ['/w/blue/v1/agents', '/w/blue', '/v1/agents'],
    ['/w/blue', '/w/blue', '/'],
    ['/w/a%20b/v1/agents', '/w/a%20b', '/v1/agents'],
    ['/.well-known/oauth-protected-resource', '', '/.well-known/oauth-protected-resource'],
    ['/w/blue/.well-known/oauth-protected-resource', '/w/blue', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/w/blue', '/w/blue', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/v1', '', '/.well-known/oauth-protected-resource/v1'],
  ])('%s', (path, prefix, rest) => {
    expect(findWorld(worlds, path)).toEqual({ kind: 'found', world, prefix, path: rest });
  });

  test.each([
    ['/w/red/v1/agents', 'red'],
    ['/.well-known/oauth-protected-resource/w/red', 'red'],
    ['/w/%ZZ/v1/agents', '%ZZ'],
  ])('%s names a world that does not exist', (path, id) => {
    expect(findWorld(worlds, path)).toEqual({ kind: 'unknown', id });
  });
});
