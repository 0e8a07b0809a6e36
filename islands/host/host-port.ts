import { hostOrigin } from './host-origin.ts'

const SOURCE = 'loopframe'

/** What a host may want of a page, by the message's type. */
export type HostCommands = Record<string, (fields: Record<string, unknown>) => void>

/** Tells the host of something that happened. */
export type PostToHost = (type: string, fields?: object) => void

type HostPort = {
  post: PostToHost
  /** Takes a message that came before the port was open. */
  receive: (message: MessageEvent) => void
  /** The host's origin, as soon as it is known. */
  host: () => string | undefined
}

/**
 * Speaks with the page that frames this one (`docs/contract.md`): what it says is heard only from its window and its
 * origin, and what is told it goes to that origin alone, as soon as it is known. Where nobody frames the page, nobody
 * hears. `id` is what a frame without a name of its own is called.
 */
export function openHostPort(commands: HostCommands, id?: string): HostPort {
  const isFramed = parent !== window
  let host = hostOrigin(document)
  const name = new URLSearchParams(location.search).get('id')
  const sender = name ?? id
  const receive = ({ data, origin, source }: MessageEvent) => {
    if (source !== parent || (host && origin !== host) || data?.source !== SOURCE) return
    // A frame with a name hears only what is for it; one without has only one name to be called by.
    if (name !== null && data.id !== undefined && data.id !== name) return
    // A list of one name would pass for that name.
    if (typeof data.type !== 'string' || !Object.hasOwn(commands, data.type)) return
    // Whoever frames us has now said where it is.
    if (origin !== 'null') host = origin
    commands[data.type]?.(data)
  }
  if (isFramed) addEventListener('message', receive)
  return {
    post(type, fields = {}) {
      if (!isFramed) return
      const message = { source: SOURCE, ...(sender !== undefined && { id: sender }), type, ...fields }
      parent.postMessage(message, host ?? '*')
    },
    receive,
    host: () => host,
  }
}
