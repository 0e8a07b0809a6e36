import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Gif } from '../../shared/schema/gif.ts'
import { gifOf } from '../../test/fixtures/gif.ts'
import { Tile } from './tile.tsx'

const images = {
  original: { url: 'https://media.test/a.gif', webp: 'https://media.test/a.webp', width: 200, height: 100 },
}
const markup = (gif: Gif) =>
  renderToStaticMarkup(
    <Tile
      gif={gif}
      href="https://loop.test/gifs/a"
      width={199}
      height={99}
      still={false}
      onOpen={() => {}}
    />,
  )

describe('§2 a tile', () => {
  it('names its GIF and payload for tracking (§4)', () => {
    expect(markup(gifOf({ id: 'cat7', analytics_response_payload: 'p"7', images }))).toContain(
      'data-gif="cat7" data-payload="p&quot;7"',
    )
  })

  it('is a link in a new tab, named by the title', () => {
    const html = markup(gifOf({ title: 'A "cat" <dances>', images }))
    expect(html).toMatch(
      /^<a class="tile" data-ground="[0-4]" href="https:\/\/loop.test\/gifs\/a" target="_blank"/,
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

  it('lies on one of the brand colours by its id, always the same, or on a checkerboard', () => {
    const ground = (gif: Gif) => /data-ground="(\w+)"/.exec(markup(gif))?.[1]
    const grounds = Array.from({ length: 40 }, (_, id) => ground(gifOf({ id })))
    expect(new Set(grounds).size).toBe(5)
    expect(ground(gifOf({ id: 7 }))).toBe(grounds[7])
    expect(ground(gifOf({ is_sticker: true }))).toBe('sticker')
  })
})
