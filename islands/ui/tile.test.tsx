import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Gif } from '../../shared/schema/gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { Tile, type TileProps } from './tile.tsx'

const images = {
  original: { url: 'https://media.test/a.gif', webp: 'https://media.test/a.webp', width: 200, height: 100 },
  original_still: { url: 'https://media.test/still.gif', width: 200, height: 100 },
}
const user = { id: '1', username: 'Ann', display_name: 'Ann Artist', is_public: true, is_verified: true }
const markup = (gif: Gif, props: Partial<TileProps> = {}) =>
  renderToStaticMarkup(
    <Tile gif={gif} href="https://loop.test/gifs/a" box={{ width: 199 }} motion="auto" {...props} />,
  )

describe('§2 a tile', () => {
  it('is a link in a new tab, named by the title', () => {
    const html = markup(gifOf({ title: 'A "cat" <dances>', images }))
    expect(html).toMatch(
      /^<a class="loop-tile" data-ground="[0-4]" href="https:\/\/loop.test\/gifs\/a" target="_blank"/,
    )
    expect(html).toContain('alt="A &quot;cat&quot; &lt;dances&gt;"')
    expect(html).toContain('rel="noopener"')
  })

  it('shows a transparent pixel until it is in view, and bears no style', () => {
    const html = markup(gifOf({ images }))
    expect(html).toContain('src="data:image/gif;base64,')
    expect(html).not.toContain('media.test')
    expect(html).not.toContain('style=')
  })

  it('shows its picture at once where the server has drawn it, lazily', () => {
    const html = markup(gifOf({ images }), { eager: true })
    expect(html).toContain('<source type="image/webp" srcSet="https://media.test/a.webp"/>')
    expect(html).toMatch(/<img src="https:\/\/media.test\/a.gif" [^>]*loading="lazy"/)
  })

  it.each([
    ['auto', '(prefers-reduced-motion: reduce)'],
    ['still', 'all'],
    ['play', 'not all'],
  ] as const)('its still comes first, wanted or not: %s (WCAG 2.2.2)', (motion, media) => {
    const html = markup(gifOf({ images }), { eager: true, motion })
    expect(html).toContain(`<picture><source media="${media}" srcSet="https://media.test/still.gif"/>`)
  })

  it('lies on one of the brand colours by its id, always the same, or on a checkerboard', () => {
    const ground = (gif: Gif) => /data-ground="(\w+)"/.exec(markup(gif))?.[1]
    const grounds = Array.from({ length: 40 }, (_, id) => ground(gifOf({ id })))
    expect(new Set(grounds).size).toBe(5)
    expect(ground(gifOf({ id: 7 }))).toBe(grounds[7])
    expect(ground(gifOf({ is_sticker: true }))).toBe('sticker')
  })

  it('is no link without an address, and a button only where a press means something', () => {
    const plain = markup(gifOf({ images }), { href: undefined, tabIndex: -1 })
    expect(plain).toMatch(/^<div class="loop-tile"/)
    expect(plain).not.toMatch(/role=|tabindex/)
    const button = markup(gifOf({ images }), { href: undefined, pressable: true, tabIndex: 3 })
    expect(button).toMatch(/^<div class="loop-tile"[^>]* tabindex="3" role="button"/)
  })

  it('names its user where that is wanted, and only one who is public and not flagged (§5)', () => {
    const by = (fields: object) =>
      markup(gifOf({ images, user: { ...user, ...fields } }), { attribution: 'Verified' })
    expect(by({})).toContain('Ann Artist')
    expect(by({})).toContain('@ann')
    expect(by({})).toContain('aria-label="Verified"')
    expect(by({ is_public: false })).not.toContain('Ann Artist')
    expect(by({ suppress_chrome: true })).not.toContain('Ann Artist')
    expect(markup(gifOf({ images, user }))).not.toContain('Ann Artist')
  })
})
