import { type FrameMessage, type HostMessage, SOURCE } from './protocol.ts'

/** Where a page is framed; `referrer` is the host page's address, or after `load` our own. */
type Framing = { referrer: string; location: Pick<Location, 'origin' | 'ancestorOrigins'> }

/** The origin of the page that frames us; nothing where neither browser nor host gives it. */
export function hostOrigin({ referrer, location: { origin, ancestorOrigins } }: Framing): string | undefined {
  // Firefox has ancestorOrigins only of late: https://caniuse.com/mdn-api_location_ancestororigins
  const known = ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : origin)
  // A host without an origin ('null') cannot be named, and a referrer that is ourselves says nothing of the host.
  return known === 'null' || (known === origin && !ancestorOrigins) ? undefined : known
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

type HostPort = {
  post: PostToHost
  /** Handles a message that came before the port was open. */
  receive: (message: MessageEvent) => void
  /** The origin of the host page, as soon as it is known. */
  host: () => string | undefined
}

/**
 * Opens the port to the page that frames this one (`docs/contract.md`, Messages). Messages count only from its window and its
 * origin, and ours go to that origin alone, as soon as it is known. Where no page frames this one, nothing is posted. `id`
 * is the name of a frame whose address has none.
 */
export function openHostPort(commands: HostCommands, id?: string): HostPort {
  const isFramed = parent !== window
  const known = new Map(Object.entries(commands))
  let host = hostOrigin(document)
  const name = new URLSearchParams(location.search).get('id')
  const sender = name ?? id
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
    post(message) {
      if (!isFramed) return
      parent.postMessage(
        { source: SOURCE, ...(sender !== undefined && { id: sender }), ...message },
        host ?? '*',
      )
    },
    receive,
    host: () => host,
  }
}
