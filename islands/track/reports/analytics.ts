import { virtualPath } from '../../../shared/gif/virtual-path.ts'
import { own } from '../../../shared/own.ts'
import type { EmbedEvent } from '../../model/embed-model.ts'

/** Loads the service's script, and gives what sends to it. https://developers.google.com/tag-platform/gtagjs/reference */
async function startWebAnalytics(id: string, layer: DataLayer, loadScript: typeof addScript) {
  // The service's own switch for sending nothing more: https://developers.google.com/analytics/devguides/collection/gtagjs/user-opt-out
  const off = `ga-disable-${id}`
  Reflect.set(globalThis, off, false)
  await loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
  function command(..._words: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the service reads only a real arguments object, no array.
    layer.push(arguments)
  }
  command('js', new Date())
  command('config', id, { send_page_view: false, allow_google_signals: false })
  return {
    send: (name: string, fields: Record<string, string>) =>
      command('event', name, { ...fields, send_to: id }),
    stop: () => {
      Reflect.set(globalThis, off, true)
    },
  }
}

/** Settles when the script has run. */
const addScript = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.onload = resolve
    script.onerror = () => reject(new Error(`${new URL(src).host} did not load`))
    document.head.append(script)
  })

/** What analytics call an event; `{}` is replaced by its detail: the film's host, or the network. */
type Label = readonly [action: string, label: string]

const CATEGORY = 'Embed'

/** §7 Every event that has a label, word for word. The button for `pause` is also that for `play`: only pausing is counted. */
export const LABELS: Partial<Record<EmbedEvent, Label>> = {
  click: ['Click', 'Click Image'],
  hover: ['Hover', 'Hover Image'],
  favorite: ['Click', 'Click Favorite'],
  share: ['Click', 'Click Share'],
  pause: ['Click', 'Click Pause'],
  'embed-code': ['Click', 'Click Embed Code'],
  link: ['Click', 'Click Link'],
  'copy-embed-code': ['Copy', 'Copy Embed Code'],
  'copy-link': ['Copy', 'Copy Link'],
  watch: ['Click', 'Click Play {}'],
  cta: ['Click', 'Click CTA'],
  'view-more': ['Click', 'Click View More CTA'],
  'grid-scroll': ['Scroll', 'SCROLL GRID'],
  'grid-gif': ['Click', 'GRID GIF'],
  social: ['Social Sharing', '{}'],
  // §7 'Click/Link for the logo': its action and its label.
  logo: ['Click', 'Link'],
}

/** Action and label of an event, or nothing where it has none. */
export function labelOf(event: EmbedEvent, detail = ''): { action: string; label: string } | undefined {
  const [action, label] = LABELS[event] ?? []
  return action && label ? { action, label: label.replace('{}', () => detail).trim() } : undefined
}

/** What pages and analytics say to each other, in order: plain objects, and the service's own commands. */
export type DataLayer = unknown[]

declare global {
  interface Window {
    dataLayer?: DataLayer
  }
}

/** Which dimension says what about a user; the first is the id. */
const DIMENSIONS = { userId: 'dimension1', userVerified: 'dimension2', userType: 'dimension3' } as const

/** §6, §7 Who the visitor is, if the data layer's last word says `userLoggedIn`: id, verified status and type. */
function userDimensions(layer: DataLayer): Record<string, string> {
  const entry = layer.findLast(
    (said): said is Record<string, unknown> =>
      typeof said === 'object' && said !== null && 'userLoggedIn' in said,
  )
  if (entry?.userLoggedIn !== true) return {}
  return Object.fromEntries(
    Object.entries(DIMENSIONS).flatMap(([field, dimension]) =>
      own(entry, field) === undefined ? [] : [[dimension, String(own(entry, field))]],
    ),
  )
}

type Surroundings = {
  layer: DataLayer
  /** The configured service (`ANALYTICS_ID`); without one nothing leaves the page. */
  id: string
  loadScript?: typeof addScript
  warn?: (...said: unknown[]) => void
}

export type Analytics = {
  event(event: EmbedEvent, detail?: string): void
  /** Counts a request, or a page, as a view of its virtual path (§2). */
  pageView(url: string): void
  consent(granted: boolean): void
}

/** §7 Events and views for the data layer and, from consent on, the service: first the view that the visitor is at. */
export function createAnalytics({
  layer,
  id,
  loadScript = addScript,
  warn = console.warn,
}: Surroundings): Analytics {
  let service: Promise<Awaited<ReturnType<typeof startWebAnalytics>> | undefined> | undefined
  let path = ''
  let warned = false
  const onlyLogged = (error: unknown) => {
    if (!warned) warn('loopframe: analytics failed', error)
    warned = true
    return undefined
  }
  const guarded =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      try {
        act(...given)
      } catch (error) {
        onlyLogged(error)
      }
    }
  const toService = (name: string, fields: Record<string, string>) =>
    service?.then((to) => to?.send(name, { ...fields, ...userDimensions(layer) })).catch(onlyLogged)

  return {
    event: guarded((event, detail) => {
      const named = labelOf(event, detail)
      if (!named) return
      const { action, label } = named
      layer.push({ event: CATEGORY, eventCategory: CATEGORY, eventAction: action, eventLabel: label })
      toService(action, { event_category: CATEGORY, event_label: label })
    }),
    pageView: guarded((url) => {
      path = virtualPath(url, warn)
      if (!path) return
      layer.push({ event: 'VirtualPageview', virtualPagePath: path, ...userDimensions(layer) })
      toService('page_view', { page_path: path })
    }),
    consent(granted) {
      if (!id || granted === Boolean(service)) return
      service?.then((to) => to?.stop())
      service = granted ? startWebAnalytics(id, layer, loadScript).catch(onlyLogged) : undefined
      if (path) toService('page_view', { page_path: path })
    },
  }
}
