import { isRoomy } from '../dom/page.ts'
import { type FrameMessage, type HostMessage, SOURCE } from './protocol.ts'

/** Where a page is framed; `referrer` is the host page's address, or after `load` our own. */
type Framing = { referrer: string; location: Pick<Location, 'origin' | 'ancestorOrigins'> }

/** The origin of the page that frames us; nothing where neither browser nor host gives it. */
export function hostOrigin({ referrer, location: { origin, ancestorOrigins } }: Framing): string | undefined {
  // Firefox has ancestorOrigins only of late: https://caniuse.com/mdn-api_location_ancestororigins
  const known = ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : origin)
  // A host without an origin cannot be named: 'null', and in Chromium a page of a disk. A referrer that is ourselves says nothing.
  return known === 'null' || known === 'file://' || (known === origin && !ancestorOrigins) ? undefined : known
}

/** Posts a message to the page that frames this one, to whichever it is where its origin is not known. */
export function postToParent(
  id: string | undefined,
  message: FrameMessage,
  host = hostOrigin(document),
): void {
  parent.postMessage({ source: SOURCE, ...(id !== undefined && { id }), ...message }, host ?? '*')
}

/** The page's root with the messages that went out already: two modules post them, and neither imports the other. */
type Root = HTMLElement & { sent?: Set<string> }

/** Whether a message may go out: `ready` and `seen` once in a page's life, any other each time. Remembers it as sent. */
export function isUnsent(root: Root, type: string): boolean {
  if (type !== 'ready' && type !== 'seen') return true
  root.sent ??= new Set()
  const isNew = !root.sent.has(type)
  root.sent.add(type)
  return isNew
}

/** The commands that a page takes, by the message's type. The fields come from another page, so nothing is known of them. */
export type HostCommands = { [T in HostMessage['type']]?: (fields: Record<string, unknown>) => void }

/** Posts a message to the host page. */
export type PostToHost = (message: FrameMessage) => void

/** Opens the port to the host (`docs/contract.md`, Messages), its window and origin alone. `id` names a frame without one. */
export function openHostPort(commands: HostCommands, id?: string) {
  const isFramed = parent !== window
  const known = new Map(Object.entries(commands))
  let host = hostOrigin(document)
  const name = new URLSearchParams(location.search).get('id')
  const receive = ({ data, origin, source }: MessageEvent) => {
    if (source !== parent || (host && origin !== host) || data?.source !== SOURCE) return
    // A frame with a name takes only messages for it; one without has no name that could be wrong.
    if (name !== null && data.id !== undefined && data.id !== name) return
    const command = known.get(data.type)
    if (!command) return
    // The sender frames us, so this is the host's origin.
    if (origin !== 'null') host = origin
    command(data)
  }
  if (isFramed) addEventListener('message', receive)
  return {
    post(message: FrameMessage) {
      if (isFramed) postToParent(name ?? id, message, host)
    },
    /** Handles a message that came before the port was open. */
    receive,
    /** The origin of the host page, as soon as it is known. */
    host: () => host,
  }
}

/** Posts `ready` and `seen` for a passive page; all else, and all of a frame with a name, is posted by `host-messages.ts`. */
export function openPassivePort(root: HTMLElement, id: string): (type: 'ready' | 'seen') => void {
  if (parent === window || new URLSearchParams(location.search).has('id')) return () => {}
  return (type) => {
    if (isUnsent(root, type)) postToParent(id, { type })
  }
}

type Page = {
  root: HTMLElement
  /** A command may come before the model is made. */
  model: () => { setPaused: (to: boolean) => void; openShare: () => void }
  /** Hands on what the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
}

/** The commands that every page takes (`docs/contract.md`); with a field of a wrong shape nothing is done. */
export const hostCommands = ({ root, model, consent }: Page): HostCommands => ({
  play: () => model().setPaused(false),
  pause: () => model().setPaused(true),
  share() {
    // §2 There is a share menu only on a desktop, and only where the frame has room for it.
    if (root.dataset.layout !== 'desktop' || !isRoomy()) return
    model().openShare()
    // Islands hydrate on a visitor's intent; the host's command counts as one.
    root.dispatchEvent(new Event('touchstart'))
  },
  consent({ granted }) {
    if (typeof granted === 'boolean') consent(granted)
  },
})
