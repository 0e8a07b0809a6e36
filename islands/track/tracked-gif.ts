import type { TrackedGif } from './watch-gif.ts'

/** The page's GIF as the server wrote it on the root (`worker/tracking.ts`). */
export const trackedGif = ({ gif = '', payload = '', pixels = '[]' }: DOMStringMap): TrackedGif => ({
  id: gif,
  payload,
  pixels: JSON.parse(pixels),
})
