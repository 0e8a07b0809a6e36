import { pixelUrls } from '../../shared/gif/pixels.ts'

/** §4 Loads a GIF's tracking pixels as pictures in the page's head, until each is there or has failed; `tags` are its `bottle_data.tags`, or their addresses. */
export function injectPixels(tags: readonly string[], random: () => number = Math.random): void {
  for (const src of pixelUrls({ bottle_data: { tags: [...tags] } }, random)) {
    const pixel = document.createElement('img')
    pixel.referrerPolicy = 'strict-origin'
    pixel.alt = ''
    pixel.onload = pixel.onerror = () => pixel.remove()
    // The address comes last: it starts the request.
    pixel.src = src
    document.head.append(pixel)
  }
}
