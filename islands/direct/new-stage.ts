import type { PictureSources } from '../../shared/picture/rendition-source.ts'
import { newElement } from '../dom/new-element.ts'

/** §2 The still layer with the animation over it, as the Worker draws them (`worker/render/player.tsx`). */
export function newStage(picture: PictureSources, title: string, paused: boolean): HTMLElement {
  const { webp, fallback, still, video } = picture
  const size = { width: String(picture.width), height: String(picture.height) }
  const stage = newElement('div', { class: 'stage' })
  const src = still.url ? { src: still.url } : {}
  stage.append(newElement('img', { class: 'still', ...src, ...size, alt: '', loading: 'lazy' }))
  if (video) {
    const film = newElement('video', {
      class: 'motion',
      ...size,
      'aria-label': title,
      preload: paused ? 'none' : 'auto',
      loop: '',
      playsinline: '',
      disableremoteplayback: '',
    })
    // A film that is made by a script is muted by its property alone, and starts by itself only then.
    film.muted = true
    film.autoplay = !paused
    film.src = video.mp4
    stage.append(film)
    return stage
  }
  const motion = newElement('picture', { class: 'motion' })
  if (webp) motion.append(newElement('source', { type: 'image/webp', srcset: webp.srcset, sizes: SIZES }))
  const sources = {
    ...(fallback.srcset && { srcset: fallback.srcset, sizes: SIZES }),
    ...(fallback.src && { src: fallback.src }),
  }
  motion.append(
    newElement('img', { ...size, alt: title, loading: 'lazy', fetchpriority: 'high', ...sources }),
  )
  stage.append(motion)
  return stage
}

/** The picture is as wide as the frame. */
const SIZES = '100vw'
