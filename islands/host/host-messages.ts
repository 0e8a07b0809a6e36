import { onGifEvent } from '../dom/gif-events.ts'
import { pageProps } from '../dom/page.ts'
import type { EmbedEvent, EmbedModel, Report } from '../model/embed-model.ts'
import { type HostCommands, hostCommands, isUnsent, openHostPort } from './host-port.ts'
import type { FrameMessage } from './protocol.ts'

export type HostedPage = {
  root: HTMLElement
  model: EmbedModel
  /** What happened before this code came, the host's first messages among it. */
  early: readonly Event[]
  /** Runs a host's command, so that it is not counted as something that the visitor did. */
  runCommand: (command: () => void) => void
  /** Hands on what the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
}

/** Events of the model that are messages by themselves. */
const PLAIN = ['play', 'pause', 'seen', 'click', 'hover', 'visible', 'contextmenu'] as const

/** The message for an event of the model; nothing where the host gets none. `detail` is as `EmbedEvent` has it. */
function messageOf(event: EmbedEvent, detail: string): FrameMessage | undefined {
  if (event === 'fetched') return { type: event, count: Number(detail) }
  if (event === 'error') return { type: event, message: detail }
  const type = PLAIN.find((plain) => plain === event)
  return type && { type }
}

/** Exchanges messages with the page that frames this one (`docs/contract.md`, Messages). Gives what posts the model's events. */
export function startHostMessages(page: HostedPage): Report {
  const { root, early, runCommand } = page
  const commands = Object.entries(commandsOf(page, () => port.host())).map(
    ([type, command]): [string, typeof command] => [type, (fields) => runCommand(() => command(fields))],
  )
  const port = openHostPort(Object.fromEntries(commands), pageProps(root).id)
  const post = (message: FrameMessage | undefined) => {
    if (message && isUnsent(root, message.type)) port.post(message)
  }
  const report: Report = (event, detail = '') => post(messageOf(event, detail))

  post({ type: 'ready' })
  post({ type: 'size', ...sizeOf(root) })
  observe(root, early, report)
  for (const event of early) if (event instanceof MessageEvent) port.receive(event)
  return report
}

/** The commands that an embed takes; with a field of a wrong shape nothing is done. */
const commandsOf = ({ root, model, consent }: HostedPage, host: () => string | undefined): HostCommands => ({
  ...hostCommands({ root, model: () => model, consent }),
  /** Back to the GIF and its still; a film starts again. */
  stop() {
    model.hideMedia()
    model.setPaused(true)
    const film = root.querySelector('video')
    if (film) film.currentTime = 0
  },
  load({ gif }) {
    if (typeof gif !== 'string' || !/^[\w-]{1,200}$/.test(gif)) return
    const query = new URLSearchParams(location.search)
    // The next page's referrer is this one: links go on to say where the embed is.
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

/** Observes for the host too: tracking may be off or blocked, and reports some events once only. */
function observe(root: HTMLElement, early: readonly Event[], report: Report): void {
  const picture = root.querySelector('.stage') ?? root
  onGifEvent({ area: root, picture, link: '.click-area', early }, (event) => report(event))
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
