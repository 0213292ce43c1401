import { readFileSync } from 'node:fs';
import { pagesWithoutSearch, sidebar } from '../../tools/site/sidebar.ts';
import { preparePages } from '../../tools/site/links.ts';
import { writeMarkdown } from '../../tools/site/markdown.ts';
import { buildPlayground } from '../../tools/site/playground/build.ts';

// In the page, so that it is found below any base path.
const icon = readFileSync('docs/.vitepress/icon.svg', 'utf8');

/** @type {import('vitepress').UserConfig<import('vitepress').DefaultTheme.Config>} */
const config = {
  title: 'Backlot',
  description:
    'Generate code from an API description, serve it as a stateful mock, and check services against it.',
  lang: 'en',
  outDir: '../dist/site',
  cacheDir: '../node_modules/.cache/vitepress',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  markdown: { config: preparePages, theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    nav: [
      { text: 'Get started', link: '/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Reference', link: '/cli' },
      { text: 'Comparison', link: '/comparison' },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        async _render(source, env, markdown) {
          const html = await markdown.renderAsync(source, env);
          return pagesWithoutSearch.includes(env.relativePath) ? '' : html;
        },
      },
    },
  },
  async buildEnd({ outDir, pages }) {
    writeMarkdown(outDir, pages);
    await buildPlayground(`${outDir}/playground-files`);
  },
};

export default config;
