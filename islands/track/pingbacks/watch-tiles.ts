import type { TrackedGif } from './watch-gif.ts'

const TILE = '.related-tiles > [data-gif]'

/**
 * Watches the tiles that come into a page, now and later (§4): each is a GIF with an answer of its own. Their pixels stay
 * out: a page's policy is made for the GIF it shows.
 */
export function watchTiles(root: Element, watch: (gif: TrackedGif, tile: HTMLElement) => void): void {
  const known = new WeakSet<Element>()
  const look = () => {
    for (const tile of root.querySelectorAll<HTMLElement>(TILE)) {
      if (known.has(tile)) continue
      known.add(tile)
      watch({ id: tile.dataset.gif ?? '', payload: tile.dataset.payload ?? '', pixels: [] }, tile)
    }
  }
  look()
  new MutationObserver(look).observe(root, { childList: true, subtree: true })
}
