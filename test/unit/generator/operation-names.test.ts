import { describe, expect, it } from 'vitest';
import { nameOperations, type NamelessOperation } from '../../../generator/model/operation-names.ts';

function at(id: string, route = 'get /things'): NamelessOperation {
  const [method = '', path = ''] = route.split(' ');
  return { id, method, path };
}

function namesOf(operations: readonly NamelessOperation[], renames?: Record<string, string>): unknown {
  return Object.fromEntries([...nameOperations(operations, renames)].map(([id, { name }]) => [id, name]));
}

describe('the name of an operation', () => {
  it.each<[id: string, route: string, name: string]>([
    ['listAgents', 'get /agents', 'listAgents'],
    ['getURLInfo', 'get /info', 'getURLInfo'],
    ['list_agents', 'get /agents', 'listAgents'],
    ['agents.list', 'get /agents', 'agentsList'],
    ['agents/list-all', 'get /agents', 'agentsListAll'],
    ['Agents_listAll', 'get /agents', 'agentsListAll'],
    ['GetAgent', 'get /agents/{id}', 'getAgent'],
    ['LIST_AGENTS', 'get /agents', 'listAgents'],
    ['APIKeysList', 'get /keys', 'apiKeysList'],
    ['delete', 'delete /agents', '_delete'],
    ['2fa', 'get /codes', '_2fa'],
    ['取得', 'get /agents/{id}', 'getAgentsId'],
    ['add_a_note_v1_films__film_id__notes_post', 'post /v1/films/{film_id}/notes', 'addANote'],
    ['Add_a_note_v1_films__film_id__notes_post', 'post /v1/films/{film_id}/notes', 'addANote'],
    ['root__get', 'get /', 'root'],
    ['films_get', 'get /films', 'filmsGet'],
    ['get_films', 'get /films', 'getFilms'],
  ])('of %s at %s is %s', (id, route, name) => {
    expect(namesOf([at(id, route)])).toEqual({ [id]: name });
  });

  it('comes from the configuration if set there', () => {
    expect(namesOf([at('list_agents')], { list_agents: 'agents' })).toEqual({ list_agents: 'agents' });
  });
});

describe('of operations with the same name', () => {
  it('the one with exactly that id has it', () => {
    expect(namesOf([at('get-thing'), at('getThing')])).toEqual({
      'get-thing': 'getThing2',
      getThing: 'getThing',
    });
  });

  it('the one that is renamed has it', () => {
    expect(namesOf([at('getThing'), at('other')], { other: 'getThing' })).toEqual({
      other: 'getThing',
      getThing: 'getThing2',
    });
  });

  it('names that differ only in their route keep it', () => {
    const ids = namesOf([at('create_films_post', 'post /films'), at('create_actors_post', 'post /actors')]);
    expect(ids).toEqual({ create_films_post: 'createFilmsPost', create_actors_post: 'createActorsPost' });
  });

  it('the order of the document does not matter', () => {
    const operations = ['get_a', 'get-a', 'getA', 'get.a'].map((id) => at(id));
    expect(namesOf(operations)).toEqual(namesOf([...operations].reverse()));
  });
});
