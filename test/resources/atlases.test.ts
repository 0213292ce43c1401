/** What becomes of references when records are deleted, not named, or moved below others. */
import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('atlases.yaml');

interface Theme {
  readonly id: number;
  readonly title: string;
  readonly parent_id?: number;
  readonly children?: readonly Theme[];
}

interface AtlasMap {
  readonly id: number;
  readonly theme?: Theme;
  readonly tag_ids?: readonly number[];
}

async function create<Body = { readonly id: number }>(path: string, fields: object = {}): Promise<Body> {
  const { status, body } = await mock.call('POST', path, { title: 'New', ...fields });
  expect(status).toBe(201);
  return body as Body;
}

const idsOf = async (path: string): Promise<readonly number[]> =>
  (await mock.get<readonly { readonly id: number }[]>(path)).map(({ id }) => id);

describe('the deletion of a record', () => {
  test('deletes all that is in it, if its text says so', async () => {
    const [region, other] = [await create('/users/1/regions'), await create('/users/1/regions')];
    const map = await create('/users/1/maps', { region_id: region.id });
    const kept = await create('/users/1/maps', { region_id: other.id });
    expect((await mock.call('DELETE', `/regions/${region.id}`)).status).toBe(204);
    expect((await mock.call('GET', `/maps/${map.id}`)).status).toBe(404);
    expect((await mock.call('GET', `/maps/${kept.id}`)).status).toBe(200);
  });

  test('moves what is in it to the record that a parameter names', async () => {
    const [region, other] = [await create('/users/1/regions'), await create('/users/1/regions')];
    const map = await create('/users/1/maps', { region_id: region.id });
    const path = `/regions/${region.id}?merge_into_region_id`;
    expect((await mock.call('DELETE', `${path}=99999`)).status).toBe(404);
    expect((await mock.call('DELETE', `${path}=${other.id}`)).status).toBe(204);
    expect(await idsOf(`/regions/${other.id}/maps`)).toContain(map.id);
  });

  test('takes it off the records that refer to it, if its text says so', async () => {
    const region_id = (await create('/users/1/regions')).id;
    const [theme, tag, other] = [await create('/themes'), await create('/tags'), await create('/tags')];
    const fields = { region_id, theme_id: theme.id, tag_ids: [tag.id, other.id] };
    const map = await create<AtlasMap>('/users/1/maps', fields);
    expect(map).toMatchObject({ theme: { id: theme.id }, tag_ids: [tag.id, other.id] });
    await mock.call('DELETE', `/themes/${theme.id}`);
    await mock.call('DELETE', `/tags/${tag.id}`);
    const after = await mock.get<AtlasMap>(`/maps/${map.id}`);
    expect(after.theme).toBeUndefined();
    expect(after.tag_ids).toEqual([other.id]);
  });
});

test('a new record has no reference that was not sent', async () => {
  const region_id = (await create('/users/1/regions')).id;
  const map = await create<AtlasMap>('/users/1/maps', { region_id });
  expect(map.theme).toBeUndefined();
  const themed = await create<AtlasMap>('/users/1/maps', {
    region_id,
    theme_id: (await create('/themes')).id,
  });
  const unthemed = await idsOf('/users/1/maps?unthemed=1');
  expect(unthemed).toContain(map.id);
  expect(unthemed).not.toContain(themed.id);
});

test('a record lists those whose parent it is', async () => {
  const [above, other] = [await create<Theme>('/themes'), await create<Theme>('/themes')];
  const below = await create<Theme>('/themes', { title: 'Below', parent_id: above.id });
  const deep = await create<Theme>('/themes', { title: 'Deep', parent_id: below.id });
  const read = (theme: Theme): Promise<Theme> => mock.get<Theme>(`/themes/${theme.id}`);
  expect((await read(above)).children).toMatchObject([{ id: below.id, children: [{ id: deep.id }] }]);
  await mock.call('PUT', `/themes/${deep.id}`, { title: 'Deeper', parent_id: other.id });
  expect((await read(above)).children).toMatchObject([{ id: below.id, children: [] }]);
  expect((await read(other)).children).toMatchObject([{ id: deep.id, title: 'Deeper' }]);
  await mock.call('DELETE', `/themes/${deep.id}`);
  expect((await read(other)).children).toEqual([]);
});

test('no record that a world begins with is in itself', async () => {
  for (const { id, children = [], parent_id } of await mock.get<readonly Theme[]>('/themes')) {
    expect(children.map((each) => each.id)).not.toContain(id);
    if (parent_id !== undefined) expect((await mock.call('GET', `/themes/${parent_id}`)).status).toBe(200);
  }
});
