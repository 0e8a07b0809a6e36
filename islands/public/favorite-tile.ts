import { altText } from '../../shared/gif/gif-texts.ts'
import { itemPath } from '../../shared/gif/item-path.ts'
import { tileColour } from '../../shared/picture/avatar.ts'
import { intrinsicSize } from '../../shared/picture/renditions.ts'
import { ratioStep } from '../../shared/public/ratio-step.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { tilePicture } from '../ui/tile-picture.ts'

/** The height of a row in CSS pixels, as for the server's tiles (`worker/public/parts/tile-rows.tsx`). */
const ROW_PX = 200

/**
 * Fills a copy of the page's template with a GIF, as the server draws its tiles. Gives its button.
 * @param name of the button; `{title}` stands for the GIF.
 */
export function fillTile(tile: DocumentFragment, gif: Gif, name: string): HTMLButtonElement | undefined {
  const [item, link, picture, img, button] = ['li', 'a', 'picture', 'img', 'button'].map((tag) =>
    tile.querySelector<HTMLElement>(tag),
  )
  if (!item || !picture || !(button instanceof HTMLButtonElement)) return undefined
  if (!(link instanceof HTMLAnchorElement) || !(img instanceof HTMLImageElement)) return undefined
  const size = intrinsicSize(gif.images)
  const wanted = { width: Math.round((ROW_PX * size.width) / size.height), height: ROW_PX }
  const { webp, src } = tilePicture(gif, wanted, false)
  const still = tilePicture(gif, wanted, true).src
  item.dataset.ratio = String(ratioStep(size))
  link.dataset.ground = gif.is_sticker ? 'sticker' : String(tileColour(gif.id))
  link.href = itemPath(gif) + location.search
  if (still) {
    const source = sourceOf(still)
    // As the page's switch for motion has it now (`motion-switch.ts`).
    const isStill = document.documentElement.hasAttribute('data-still')
    source.media = isStill ? 'all' : '(prefers-reduced-motion: reduce)'
    source.dataset.still = ''
    img.before(source)
  }
  if (webp) {
    const source = sourceOf(webp)
    source.type = 'image/webp'
    img.before(source)
  }
  Object.assign(img, { ...size, alt: altText(gif), src })
  button.dataset.favorite = gif.id
  button.setAttribute(
    'aria-label',
    name.replace('{title}', () => altText(gif)),
  )
  return button
}

function sourceOf(url: string): HTMLSourceElement {
  const source = document.createElement('source')
  source.srcset = url
  return source
}
