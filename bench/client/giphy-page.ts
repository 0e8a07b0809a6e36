import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Of the package that lists them. */
/** The folder whose packages the measured pages bundle. */
export const folder = fileURLToPath(new URL('../../test/', import.meta.url))

/** GIPHY's own React widgets, unchanged, over our `/v1/`: the frame's width, trending GIFs, defaults for everything else. */
const WIDGETS = {
  carousel: `draw(Carousel, { gifHeight: 200, gutter: 6, fetchGifs })`,
  grid: `draw(Grid, { width: innerWidth, columns: 2, gutter: 6, fetchGifs })`,
  // One GIF, whose id the page's path ends with.
  gif: `gf.gif(location.pathname.split('/').at(-1)).then(({ data }) => draw(Gif, { gif: data, width: innerWidth }))`,
} as const

export type Widget = keyof typeof WIDGETS

/** A partner's page with one of these widgets, and its script. */
export async function giphyPage(widget: Widget): Promise<{ html: string; script: string }> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: folder,
      loader: 'js',
      contents: `
        import { GiphyFetch, setServerUrl } from '@giphy/js-fetch-api'
        import { Carousel, Gif, Grid } from '@giphy/react-components'
        import { createElement as h } from 'react'
        import { createRoot } from 'react-dom/client'
        setServerUrl(location.origin + '/v1/')
        const gf = new GiphyFetch('bench')
        const fetchGifs = (offset) => gf.trending({ offset, limit: 25 })
        const draw = (part, props) => createRoot(document.getElementById('root')).render(h(part, props))
        ${WIDGETS[widget]}`,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>GIPHY</title><link rel="icon" href="data:,"><style>body{margin:0}</style><div id="root"></div><script type="module" src="/giphy/${widget}.js"></script>`
  return { html, script: outputFiles[0]?.text ?? '' }
}
