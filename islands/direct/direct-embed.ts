import * as v from 'valibot'
import { type EmbedView, toEmbedView } from '../../shared/gif/embed-view.ts'
import { pixelTags } from '../../shared/gif/pixels.ts'
import { sizesInFrame, thrifty } from '../../shared/picture/sizes.ts'
import { OneGifSchema } from '../../shared/schema/provider-response.ts'
import { postToParent } from '../host/host-port.ts'
import type { EmbedProps } from '../model/embed-model.ts'
import { callProvider } from './call-provider.ts'

/** What an embed that draws itself knows of its page, in `data-props` of its root until the item's own take their place. */
export type DirectEmbedProps = {
  id: string
  publicUrl: string
  brand: string
  lang: EmbedProps['lang']
  /** The tracking query for links. */
  tracking: string
  /** The tracking module; '' where nothing is tracked. */
  watch: string
  texts: Record<'failed' | 'retry', string>
}

/** ms. A response that takes longer is a failure. */
const PATIENCE_MS = 10_000

/** Reads the item from the provider, draws it as the Worker would have, and then runs what every embed begins with. */
async function start(root: HTMLElement, page: DirectEmbedProps): Promise<void> {
  const { id, publicUrl, brand, lang, tracking, watch } = page
  // The host's first commands may come before there is anything to command.
  const early: MessageEvent[] = []
  const hold = (event: MessageEvent) => early.push(event)
  addEventListener('message', hold)

  const response = await fetch(`/v1/gifs/${id}`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`The GIF answered ${response.status}`)
  const { data: gif, meta } = v.parse(OneGifSchema, await response.json())
  // §7: a body without a response id is synthetic, which is a failure.
  if (!gif || !meta.response_id) throw new Error('The GIF is missing, or a synthetic response')

  // A film has a player of another site, which this page's policy does not let in.
  const { picture, ...view } = { ...toEmbedView(gif, { publicUrl, tracking }), film: undefined }
  const { still, width, height } = picture
  const props: EmbedProps = { lang, brand, ...view, poster: still.url, width, height }
  document.title = view.title
  Object.assign(root.dataset, { kind: view.kind, props: JSON.stringify(props) })
  if (watch) {
    const pixels = pixelTags(gif)
    Object.assign(root.dataset, { tracking: watch, payload: gif.analytics_response_payload })
    if (pixels.length > 0) root.dataset.pixels = JSON.stringify(pixels)
  }
  const link = root.querySelector<HTMLAnchorElement>('.click-area')
  link?.setAttribute('href', view.href)
  link?.querySelector('[role="img"]')?.setAttribute('aria-label', view.title)
  root.prepend(newStage(picture, view.title, root.hasAttribute('data-paused')))
  root.inert = false

  removeEventListener('message', hold)
  await import('../embed/boot.ts')
  // The boot looks for the picture, and for a host that waits, at the page's load, which may be over.
  dispatchEvent(new Event('load'))
  for (const { data, source, origin, ports } of early) {
    dispatchEvent(new MessageEvent('message', { data, source, origin, ports: [...ports] }))
  }
}

// The page's style comes with its hash, and has no rules for what is seldom there.
const NOTE =
  'position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:10px;padding:12px;' +
  'text-align:center;color:light-dark(#1b1723,#f0edf6)'
const RETRY =
  'font:inherit;padding:7px 16px;border:1px solid;border-radius:99px;background:none;color:inherit'

/** §8 Says that the item can't be shown, and offers another try. */
function showFailure(root: HTMLElement, { id, texts }: DirectEmbedProps): void {
  const note = newElement('div', { role: 'alert' })
  const retry = newElement('button', { type: 'button' })
  note.style.cssText = NOTE
  retry.style.cssText = RETRY
  retry.textContent = texts.retry
  retry.addEventListener('click', () => location.reload())
  note.append(texts.failed, retry)
  root.replaceChildren(note)
  root.inert = false
  postToParent(id, { type: 'error', message: 'The GIF could not be loaded' })
}

const root = document.getElementById('embed')
if (root) {
  const page = JSON.parse(root.dataset.props ?? '') as DirectEmbedProps
  callProvider(root)
  start(root, page).catch((error) => {
    console.warn('loopframe: the GIF is not shown', error)
    showFailure(root, page)
  })
}

/** §2 The still layer with the animation over it, as the Worker draws them (`worker/render/parts.tsx`). */
function newStage(picture: EmbedView['picture'], title: string, paused: boolean): HTMLElement {
  const { avif, webp, fallback, still, video } = connection?.saveData ? thrifty(picture) : picture
  const size = { width: String(picture.width), height: String(picture.height) }
  const src = still.url ? { src: still.url } : {}
  const stage = newElement('div', { class: 'stage' })
  stage.append(newElement('img', { class: 'still', ...src, ...size, alt: '', loading: 'lazy' }))
  if (video) {
    const look = { class: 'motion', ...size, 'aria-label': title, preload: paused ? 'none' : 'auto' }
    const film = newElement('video', { ...look, loop: '', playsinline: '', disableremoteplayback: '' })
    // A film that is made by a script is muted by its property alone, and starts by itself only then.
    film.muted = true
    film.autoplay = !paused
    film.src = video.mp4
    stage.append(film)
    return stage
  }
  const motion = newElement('picture', { class: 'motion' })
  const sizes = sizesInFrame(picture)
  if (avif) motion.append(newElement('source', { type: 'image/avif', srcset: avif.srcset, sizes }))
  if (webp) motion.append(newElement('source', { type: 'image/webp', srcset: webp.srcset, sizes }))
  const sources = {
    ...(fallback.srcset && { srcset: fallback.srcset, sizes }),
    ...(fallback.src && { src: fallback.src }),
  }
  const shown = { ...size, alt: title, loading: 'lazy', fetchpriority: 'high', ...sources }
  motion.append(newElement('img', shown))
  stage.append(motion)
  return stage
}

/** https://wicg.github.io/savedata/, where the browser has it. */
const { connection } = navigator as { connection?: { saveData?: boolean } }

/** An element with these attributes. */
function newElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string>) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
