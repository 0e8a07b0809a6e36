import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A partner's page: what it shows, and the script that wakes it. Both see the package as a registry would give it. */
const PAGE = `
  import { Carousel, Gif, Grid } from './dist/packages/react/loopframe.js'
  import { createElement as h } from 'react'

  const rendition = (at, name) => ({ url: BASE + 'pic/' + at + '-' + name + '.gif', width: '200', height: String(120 + (at * 37) % 160) })
  const gif = (at) => ({ id: at, title: 'Own ' + at, mine: at * 2, url: at > 1 ? 'https://partner.test/' + at : '', images: {
    original: rendition(at, 'original'), fixed_width: rendition(at, 'width'), original_still: rendition(at, 'still') } })
  const told = (globalThis.told = [])
  const tell = (name) => (...args) => void told.push([name, args[0]?.mine ?? args[0]?.length ?? String(args[0])])
  let failures = 1
  const fetchGifs = async (offset) => {
    if (offset === 50 && failures-- > 0) throw new Error('down')
    const count = Math.min(25, 80 - offset)
    return { data: Array.from({ length: count }, (_, at) => gif(offset + at)), pagination: { offset, count, total_count: 80 } }
  }
  const callbacks = Object.fromEntries(['onGifClick', 'onGifHover', 'onGifSeen', 'onGifVisible', 'onGifRightClick']
    .map((name) => [name, tell(name)]))
  const list = { fetchGifs, ...callbacks, onGifsFetched: tell('onGifsFetched'), onGifsFetchError: tell('onGifsFetchError') }
  export const App = () => h('main', null,
    h(Gif, { gif: gif(900), width: 200, ...callbacks }),
    h(Carousel, { ...list, gifHeight: 120, noLink: true }),
    h(Grid, { ...list, columns: 3, width: 480 }))
`

const common = { bundle: true, write: false, format: 'esm', absWorkingDir: root } as const
const stdin = (contents: string) => ({ contents, resolveDir: root, loader: 'js' as const })

/** The page, rendered by a server and hydrated by React's development build, which says what does not match. */
async function reactPage(base: string) {
  const at = { BASE: JSON.stringify(base) }
  const [server, client, style] = await Promise.all([
    build({
      ...common,
      stdin: stdin(
        `${PAGE}\nimport { renderToString } from 'react-dom/server.edge'\nexport const html = renderToString(h(App))`,
      ),
      platform: 'neutral',
      mainFields: ['module', 'main'],
      define: { ...at, 'process.env.NODE_ENV': '"production"' },
    }),
    build({
      ...common,
      stdin: stdin(
        `${PAGE}\nimport { hydrateRoot } from 'react-dom/client'\nhydrateRoot(document.getElementById('root'), h(App))`,
      ),
      define: { ...at, 'process.env.NODE_ENV': '"development"' },
    }),
    build({ ...common, entryPoints: ['dist/packages/react/style.css'] }),
  ])
  const module = `data:text/javascript;base64,${Buffer.from(server.outputFiles[0]?.text ?? '').toString('base64')}`
  const { html } = (await import(module)) as { html: string }
  return { html, script: client.outputFiles[0]?.text ?? '', style: style.outputFiles[0]?.text ?? '' }
}

const GIF = Buffer.from('R0lGODlhyADIAIAAAP8AAAAAACH5BAAAAAAALAAAAAACAAIAAAICBAoAOw==', 'base64')

/** Serves the page and its pictures. */
export async function serveReactPage() {
  let page = { html: '', script: '', style: '' }
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/pic/')) return response.setHeader('Content-Type', 'image/gif').end(GIF)
    if (url === '/page.js') return response.setHeader('Content-Type', 'text/javascript').end(page.script)
    return response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><link rel="icon" href="data:,"><style>${page.style}</style><body><div id="root">${page.html}</div><script type="module" src="/page.js"></script>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  page = await reactPage(url)
  return { url, close: () => server.close() }
}
