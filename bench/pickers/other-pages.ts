import { build } from 'esbuild'
import type { OwnFile } from '../client/edge.ts'
import { folder } from '../client/giphy-page.ts'

/** Other pickers for React, unchanged, over our `/v1/`, with the defaults of their own documentation. */
const PICKERS = {
  giphy: `
    import { setServerUrl } from '@giphy/js-fetch-api'
    import { Grid, SearchBar, SearchContext, SearchContextManager } from '@giphy/react-components'
    import { createElement as h, useContext } from 'react'
    import { createRoot } from 'react-dom/client'
    setServerUrl(location.origin + '/v1/')
    const Results = () => {
      const { fetchGifs, searchKey } = useContext(SearchContext)
      return [h(SearchBar, { key: 'bar' }), h(Grid, { key: searchKey, width: innerWidth, columns: 2, gutter: 6, fetchGifs })]
    }
    createRoot(document.getElementById('root')).render(
      h(SearchContextManager, { apiKey: 'bench', shouldFetchChannels: false }, h(Results)))`,
  gifPickerReact: `
    import { GifPicker } from 'gif-picker-react'
    import { Giphy } from 'gif-picker-react/providers/giphy'
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(
      h(GifPicker, { provider: Giphy('bench', { baseUrl: location.origin + '/v1/' }), width: '100%', height: innerHeight }))`,
  /** What a page with React has anyway. */
  react: `
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(null)`,
} as const

export type OtherPicker = keyof typeof PICKERS

/** The files of a partner's page with one of them; `/pickers/{name}` is the page. */
export async function pickerFiles(name: OtherPicker): Promise<Record<string, OwnFile>> {
  const { outputFiles } = await build({
    stdin: { resolveDir: folder, loader: 'js', contents: PICKERS[name] },
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl' },
  })
  const textOf = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text
  const path = `/pickers/${name}`
  const style = textOf('.css')
  const link = style ? `<link rel="stylesheet" href="${path}.css">` : ''
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Picker</title><link rel="icon" href="data:,">${link}<style>body{margin:0}</style><div id="root"></div><script type="module" src="${path}.js"></script>`
  return {
    [path]: { type: 'text/html; charset=utf-8', text: html },
    [`${path}.js`]: { type: 'text/javascript; charset=utf-8', text: textOf('.js') ?? '' },
    ...(style && { [`${path}.css`]: { type: 'text/css; charset=utf-8', text: style } }),
  }
}
