import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('quarries.yaml');

test('a record with a list and an id of its own is read outside of its parent', async () => {
  const { stoneId } = await post<{ stoneId: number }>('/pits/3/stones', { label: 'grey' });
  expect(await get(`/stones/${stoneId}`)).toMatchObject({ stoneId, label: 'grey', pitId: 3 });
  expect(await get('/pits/3/stones')).toMatchObject([{ stoneId }]);
  await call('DELETE', `/stones/${stoneId}`);
  expect(await call('GET', `/stones/${stoneId}`)).toMatchObject({ status: 404 });
});

interface Tool {
  readonly toolId: number;
  readonly title: string;
}

const titles = async (query: string): Promise<readonly string[]> =>
  (await get<readonly Tool[]>(`/tools?${query}`)).map(({ title }) => title);

test('filters compare what their names and texts say', async () => {
  const drill = {
    title: 'Drill',
    maker: 'Northern Steel',
    EAN: '4711',
    uses: ['rock', 'ore'],
    colours: ['red'],
  };
  await post('/tools', drill);
  const { toolId } = await post<Tool>('/tools', { title: 'Saw', uses: ['rock'], colours: ['blue'] });
  expect(await titles('name=Drill')).toEqual(['Drill']);
  expect(await titles('maker=thern')).toEqual(['Drill']);
  expect(await titles('uses=rock&uses=ore')).toEqual(['Drill']);
  expect(await titles('uses=rock')).toEqual(expect.arrayContaining(['Drill', 'Saw']));
  expect(await titles('colour=red')).toEqual(['Drill']);
  expect(await titles('colour=red&excludeColours=false')).toEqual(['Drill']);
  const others = await titles('colour=red&excludeColours=true');
  expect([others.includes('Drill'), others.includes('Saw')]).toEqual([false, true]);
  expect(await titles(`minimumToolId=${toolId}`)).toEqual(['Saw']);
});

test('a query parameter names the property that the path has', async () => {
  const { toolId } = await post<Tool>('/tools', { title: 'Pick', EAN: '4712' });
  expect(await get('/tools/4712?lookupBy=ean')).toMatchObject({ toolId, title: 'Pick' });
  expect(await get(`/tools/${toolId}`)).toMatchObject({ toolId });
  expect(await call('GET', '/tools/4712')).toMatchObject({ status: 404 });
});
