import { pageProps } from '../dom/page-props.ts'
import { watchPlace } from '../dom/watch-place.ts'
import type { EmbedEvent } from '../model/embed-event.ts'
import type { EmbedModel, Report } from '../model/embed-model.ts'
import { type HostCommands, openHostPort, type PostToHost } from './host-port.ts'
import { onceTold } from './once-told.ts'
import { shareForHost } from './share-for-host.ts'

export type HostedPage = {
  root: HTMLElement
  model: EmbedModel
  /** What happened before this code came, the host's first messages among it. */
  early: readonly Event[]
  /** Does what the host wants, so that it is not counted as the visitor's doing. */
  obey: (act: () => void) => void
  /** Hands on what the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
}

/** The events that a host hears of, with their fields (`docs/contract.md`). */
const OUT: Partial<Record<EmbedEvent, (detail: string) => object>> = {
  play: () => ({}),
  pause: () => ({}),
  seen: () => ({}),
  click: () => ({}),
  hover: () => ({}),
  visible: () => ({}),
  contextmenu: () => ({}),
  fetched: (count) => ({ count: Number(count) }),
  error: (message) => ({ message }),
}

/** Speaks with the page that frames this one (`docs/contract.md`). The answer passes on what the model reports. */
export function startHostMessages(page: HostedPage): Report {
  const { root, early, obey } = page
  const obeyed = Object.entries(commandsOf(page, () => port.host())).map(
    ([type, command]): [string, typeof command] => [type, (fields) => obey(() => command(fields))],
  )
  const port = openHostPort(Object.fromEntries(obeyed), pageProps(root).id)
  const post: PostToHost = (type, fields) => {
    if (onceTold(root, type)) port.post(type, fields)
  }
  const report: Report = (event, detail = '') => {
    const fields = OUT[event]?.(detail)
    if (fields) post(event, fields)
  }

  post('ready')
  post('size', sizeOf(root))
  watch(root, early, report)
  for (const event of early) if (event instanceof MessageEvent) port.receive(event)
  return report
}

/** What a host may want; a field of a wrong shape is no command. */
const commandsOf = ({ root, model, consent }: HostedPage, host: () => string | undefined): HostCommands => ({
  play: () => model.setPaused(false),
  pause: () => model.setPaused(true),
  /** Back to the GIF and its still; a film starts anew. */
  stop() {
    model.hideMedia()
    model.setPaused(true)
    const film = root.querySelector('video')
    if (film) film.currentTime = 0
  },
  share: () => shareForHost(root, model),
  consent({ granted }) {
    if (typeof granted === 'boolean') consent(granted)
  },
  load({ gif }) {
    if (typeof gif !== 'string' || !/^[\w-]{1,200}$/.test(gif)) return
    const query = new URLSearchParams(location.search)
    // The next page's referrer is this one: links go on to say where the embed stands.
    const at = host()
    if (at && !query.has('utm_term')) query.set('utm_term', at)
    location.replace(`/embed/${gif}${query.size > 0 ? `?${query}` : ''}`)
  },
})

/** The picture's own size, for a host that gives the frame its shape. */
function sizeOf(root: HTMLElement): { width: number; height: number } {
  const still = root.querySelector('.still')
  const side = (name: string) => Number(still?.getAttribute(name))
  return { width: side('width'), height: side('height') }
}

/** What the host wants to know is seen here too: tracking may be off, blocked, or long done with it. */
function watch(root: HTMLElement, early: readonly Event[], report: Report): void {
  const picture = root.querySelector('.stage') ?? root
  watchPlace({ area: root, picture, link: '.click-area', early }, (event) => report(event))
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    report('visible')
  })
  observer.observe(root)
  root.addEventListener('contextmenu', () => report('contextmenu'))
  const broken = () => report('error', 'The picture did not load')
  if (root.hasAttribute('data-broken')) broken()
  else picture.addEventListener('error', broken, { capture: true, once: true })
}
