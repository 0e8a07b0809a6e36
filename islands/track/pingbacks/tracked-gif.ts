import { pageProps } from '../../dom/page-props.ts'
import type { TrackedGif } from './watch-gif.ts'

/** The page's GIF as the server wrote it on the root (`worker/render/tracking.ts`). */
export function trackedGif(root: HTMLElement): TrackedGif {
  const { payload = '', pixels = '[]' } = root.dataset
  return { id: pageProps(root).id, payload, pixels: JSON.parse(pixels) }
}
