/** The media of a run load in a page, from the world of the run. */
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';
import { useServedMock } from '../support/served-mock.ts';

interface Medium {
  readonly type: string;
  readonly mediaType: string;
  readonly url?: string;
  readonly data?: string;
}

describe.runIf(hasBrowser)('the media of a run', () => {
  const served = useServedMock();
  const browser = useBrowser();

  it('render in a page, in any world', async () => {
    await served.mock.createWorld({ id: 'other' });
    const base = `${served.url}/w/other`;
    const response = await fetch(`${base}/v1/agents/agent_support/execute`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer rt_live_dev',
        'content-type': 'application/json',
        prefer: 'scenario=media',
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], streamResponse: false }),
    });
    const { events } = (await response.json()) as { events: Medium[] };
    const media = events.filter(({ type }) => type === 'media_complete');
    const addressOf = ({ url, data, mediaType }: Medium) => url ?? `data:${mediaType};base64,${data}`;
    const ofType = (type: string) =>
      media.filter(({ mediaType }) => mediaType.startsWith(type)).map(addressOf);
    for (const { url } of media)
      if (url !== undefined) expect(url.startsWith(`${base}/v1/assets/`)).toBe(true);

    const page = await browser.context.newPage();
    await page.goto(`${base}/v1/assets/mock/chart.png`);
    const widths = await page.evaluate<
      number[]
    >(`Promise.all(${JSON.stringify(ofType('image/'))}.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth;
    }))`);
    const seconds = await page.evaluate<number>(`new Promise((resolve, reject) => {
      const audio = new Audio(${JSON.stringify(ofType('audio/')[0])});
      audio.onloadedmetadata = () => resolve(audio.duration);
      audio.onerror = () => reject(new Error('The sound does not load.'));
    })`);
    expect(widths).toEqual([160, 160]);
    expect(seconds).toBeGreaterThan(1);
    const [document] = ofType('application/pdf');
    expect(await (await fetch(document ?? '')).text()).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
  }, 60_000);
});
