import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('looms.yaml');

interface Listed {
  readonly looms: readonly { readonly name: string }[];
  readonly nextPage?: string;
}

async function list(query: string): Promise<Listed> {
  return (await mock.call('GET', `/looms${query}`)).body as Listed;
}

async function namesFor(query: string): Promise<readonly string[]> {
  return (await list(query)).looms.flatMap(({ name }) => (/^[abc]$/.test(name) ? [name] : []));
}

test('a list is sorted by signs as its description states', async () => {
  for (const name of ['b', 'c', 'a']) await mock.call('POST', '/looms', { name });
  expect(await namesFor('?sort=-name')).toEqual(['a', 'b', 'c']);
  expect(await namesFor('?sort=%2Bname')).toEqual(['c', 'b', 'a']);
});

test('the address of the next page leads to all records of a list with a size only', async () => {
  const { length } = (await list('')).looms;
  let [seen, query, pages]: [number, string | undefined, number] = [0, '?pageSize=2', 0];
  while (query !== undefined && pages++ < length) {
    const page = await list(query);
    seen += page.looms.length;
    query = page.nextPage === undefined ? undefined : new URL(page.nextPage).search;
  }
  expect(seen).toBe(length);
});

test('a header is returned as its description states', async () => {
  const traceOf = async (headers: Readonly<Record<string, string>>): Promise<string | null> =>
    (await mock.engine.fetch(`${mock.engine.baseUrl}/looms`, { headers })).headers.get('trace-id');
  expect(await traceOf({ 'trace-id': 'trace-7' })).toBe('trace-7');
  expect(await traceOf({})).toBeNull();
});

test('unknown properties are rejected where a parameter demands that', async () => {
  const body = { name: 'odd', colour: 'red' };
  expect(await mock.call('POST', '/looms', body)).toMatchObject({ status: 200 });
  expect(await mock.call('POST', '/looms?rejectUnknown=true', body)).toMatchObject({ status: 400 });
  expect(await mock.call('POST', '/looms?rejectUnknown=true', { name: 'even' })).toMatchObject({
    status: 200,
  });
});

async function newPattern(fields: object): Promise<number> {
  return (await mock.post<{ id: number }>('/patterns', { name: 'Stripe', ...fields })).id;
}

test('a record shows whether others are below it', async () => {
  const id = await newPattern({});
  expect(await mock.get(`/patterns/${id}`)).toMatchObject({ hasChildren: false });
  const child = await newPattern({ parentPatternId: id });
  expect(await mock.get(`/patterns/${id}`)).toMatchObject({ hasChildren: true });
  expect(await mock.get(`/patterns/${child}`)).toMatchObject({ hasChildren: false });
  await mock.call('DELETE', `/patterns/${child}`);
  expect(await mock.get(`/patterns/${id}`)).toMatchObject({ hasChildren: false });
});

test('a list of texts creates what the list below a record has', async () => {
  const id = await newPattern({ weave_style: ['twill'] });
  expect(await mock.get(`/patterns/${id}`)).toMatchObject({ weave_ids: [{ style: 'twill' }] });
});

test('the number of a phone is written as objects have it', async () => {
  const id = await newPattern({ contact: '+4930123456', helpers: '+4930654321' });
  expect(await mock.get(`/patterns/${id}`)).toMatchObject({
    contact: { phone_number: '+4930123456' },
    helpers: [{ phone_number: '+4930654321' }],
  });
});
