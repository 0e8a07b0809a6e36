import { build } from 'esbuild'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Carousel } from '../../../islands/react/carousel.tsx'
import { Gif } from '../../../islands/react/gif.tsx'
import { Grid } from '../../../islands/react/grid.tsx'
import { Picker } from '../../../islands/react/picker.tsx'
import { root } from '../../steps/run-step.ts'

const bundle = async (name: string) => {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from './dist/packages/react/loopframe.js'`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    external: ['react', 'react/jsx-runtime'],
  })
  return outputFiles[0]?.text ?? ''
}

describe('the package for React', () => {
  it('gives a page the components that it imports, and no others', async () => {
    const [gif, carousel, grid] = await Promise.all(['Gif', 'Carousel', 'Grid'].map(bundle))
    expect(gif).not.toMatch(/loop-row|loop-grid|loop-end/)
    expect(carousel).toContain('loop-row')
    expect(carousel).not.toContain('loop-grid')
    expect(grid).not.toContain('loop-row')
    expect(gif?.length).toBeLessThan(Math.min(carousel?.length ?? 0, grid?.length ?? 0))
  })

  it('leaves React to the page, and asks for it as every browser understands', async () => {
    const grid = await bundle('Grid')
    expect(grid).toMatch(/from"react"/)
    expect(grid).not.toMatch(/require\(/)
  })

  const images = { original: { url: 'https://media.test/a.gif', width: '200', height: '100' } }
  const fetchGifs = async () => ({ data: [] })

  it('renders on a server, always the same, and asks for nothing there', () => {
    const page = () =>
      renderToString(
        createElement(
          'main',
          null,
          createElement(Gif, { gif: { id: 1, title: 'Cat', images }, width: 100 }),
          createElement(Grid, {
            fetchGifs: () => {
              throw new Error('not on a server')
            },
          }),
          createElement(Carousel, { fetchGifs, gifHeight: 120 }),
        ),
      )
    expect(page()).toBe(page())
    expect(page()).toContain('alt="Cat"')
    expect(page()).toContain('width:100px;height:50px')
    expect(page()).toContain('height:120px')
  })

  it('never links to what is not there: a GIF without an address, on a page without a host', () => {
    const gif = { id: 1, title: 'Cat', images }
    expect(renderToString(createElement(Gif, { gif, width: 100 }))).not.toContain('<a ')
    const hosted = createElement(Gif, { gif, width: 100, host: 'https://loop.test' })
    expect(renderToString(hosted)).toContain('href="https://loop.test/gifs/1"')
  })

  it('frames the picker of the host, with the options that are given and a name for its messages', () => {
    const picker = createElement(Picker, {
      host: 'https://loop.test',
      onPick: () => {},
      rating: 'pg',
      noResultsMessage: 'None & done',
      columns: 3,
      title: 'Choose',
    })
    const html = renderToString(picker)
    const src = new URL(/ src="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const { id, ...query } = Object.fromEntries(src.searchParams)
    expect(src.origin + src.pathname).toBe('https://loop.test/widgets/picker')
    expect(query).toEqual({ rating: 'pg', noResultsMessage: 'None & done', columns: '3' })
    expect(id).toMatch(/./)
    expect(html).toContain('title="Choose"')
    expect(html).not.toContain('srcdoc')
  })
})
