import type { TrackedGif } from './gif-tracker.ts'

const TILE = '.related-grid [data-gif]'

/**
 * Finds the tiles of a page, those that come later too (§4), and calls `track` once for each. Their pixels are left out:
 * a page's policy is made for the one GIF that it shows.
 */
export function observeTiles(root: Element, track: (gif: TrackedGif, tile: HTMLElement) => void): void {
  const known = new WeakSet<Element>()
  const check = () => {
    for (const tile of root.querySelectorAll<HTMLElement>(TILE)) {
      if (known.has(tile)) continue
      known.add(tile)
      const { gif: id = '', payload = '' } = tile.dataset
      track({ id, payload, pixels: [], eventType: 'GIF_RELATED' }, tile)
    }
  }
  check()
  new MutationObserver(check).observe(root, { childList: true, subtree: true })
}
