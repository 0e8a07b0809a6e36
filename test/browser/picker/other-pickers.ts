import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../../../tools/steps/run-step.ts'
import { hostPage } from '../host-page.ts'

/** A picker, and what keeps each pick. */
const PICKER = `
  import { createElement as h } from 'react'
  import { createRoot } from 'react-dom/client'
  import { GifPicker } from 'gif-picker-react'
  import 'gif-picker-react/style.css'
  const picked = (globalThis.picked = [])
  const pick = (gif) => void picked.push(String(gif.id))
  const picker = (provider) => h(GifPicker, { provider, onGifClick: pick, autoFocusSearch: false })
  const show = (...parts) => createRoot(document.getElementById('root')).render(h('main', null, ...parts))
`

/** GIPHY's own search bar, grid and carousel, as its documentation puts them together, beside the picker. */
const GIPHY = `
  import { useContext } from 'react'
  import { Carousel, Grid, SearchBar, SearchContext, SearchContextManager } from '@giphy/react-components'
  import { GiphyFetch } from '@giphy/js-fetch-api'
  import { Giphy } from 'gif-picker-react/providers/giphy'
  const press = (gif, { key }) => void picked.push(key + ' ' + gif.id)
  const giphy = new GiphyFetch('a-key')
  const Found = () => {
    const { fetchGifs, searchKey } = useContext(SearchContext)
    return h(Grid, { key: searchKey, fetchGifs, columns: 3, width: 480, noLink: true, onGifClick: pick, onGifKeyPress: press })
  }
  show(
    h(Carousel, { gifHeight: 120, noLink: true, fetchGifs: (offset) => giphy.trending({ offset, limit: 10 }) }),
    picker(Giphy('a-key', { baseUrl: BASE + '/v1/' })),
    h(SearchContextManager, { apiKey: 'a-key' }, h(SearchBar), h(Found)),
  )
`

const PAGES = {
  giphy: GIPHY,
  tenor: `
    import { Tenor } from 'gif-picker-react/providers/tenor'
    show(picker(Tenor('a-key', { baseUrl: BASE + '/v2/' })))`,
  klipy: `
    import { Klipy } from 'gif-picker-react/providers/klipy'
    show(picker(Klipy('a-key', { baseUrl: BASE + '/api/v1/', customerId: 'somebody' })))`,
}

export type Shape = keyof typeof PAGES

/** A page of another site with the pickers of a shape, which ask the product at `base`. */
export async function otherPickers(shape: Shape, base: string) {
  const { outputFiles } = await build({
    stdin: { contents: PICKER + PAGES[shape], resolveDir: join(root, 'test'), loader: 'js' },
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'esm',
    minify: true,
    define: { BASE: JSON.stringify(base), 'process.env.NODE_ENV': '"production"' },
  })
  const textOf = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? ''
  // GIPHY's packages read their addresses when they are loaded.
  const addresses = `GIPHY_API_URL = ${JSON.stringify(`${base}/v1/`)}; GIPHY_PINGBACK_URL = ${JSON.stringify(base)}`
  return hostPage(
    `<style>${textOf('.css')}</style><div id="root"></div><script>${addresses}</script><script type="module">${textOf('.js')}</script>`,
  )
}
