const MESSAGE_MAX = 200
/** Where a message quotes what it failed at: a JSON text, a URL, a name. */
const QUOTED = /"[^"]*"?|'[^']*'?|`[^`]*`?|\bhttps?:\/\/\S+|(?<![\w.])\/\S+/g

const firstLine = (text: string) => text.slice(0, MESSAGE_MAX).replace(/\n.*/s, '')

/** An unexpected error, as one line of JSON. What its message quotes may be a visitor's words, or a key: it goes. */
export const loggedError = (kind: string, error: unknown): string =>
  JSON.stringify(
    error instanceof Error
      ? {
          kind,
          name: error.name,
          message: firstLine(error.message).replace(QUOTED, '…'),
          frames: stackFrames(error),
        }
      : { kind, name: typeof error },
  )

/** A frame as the service takes it: https://develop.sentry.dev/sdk/data-model/event-payloads/stacktrace/ */
type Frame = { function?: string; filename: string; lineno: number; colno: number }

const MAX_FRAMES = 20
const FRAME =
  /^\s+at (?:(?:async )?([\w$.<>#]{1,80}) \()?(?:file:\/\/)?([\w./-]{1,200}):(\d{1,7}):(\d{1,7})\)?$/

/** Where an error was thrown, outermost call first: names and places in our own code, and nothing of its message. */
export function stackFrames({ stack = '', message }: Error): Frame[] {
  const start = stack.indexOf(message)
  // A message that was changed later cannot be told from the frames.
  if (start < 0) return []
  return stack
    .slice(start + message.length)
    .split('\n', MAX_FRAMES)
    .flatMap((line) => {
      const [, name, filename, lineno, colno] = FRAME.exec(line) ?? []
      if (!filename) return []
      return { ...(name && { function: name }), filename, lineno: Number(lineno), colno: Number(colno) }
    })
    .reverse()
}

/** One request, as it is logged and reported: nothing of its query, its cookies, or who made it. */
export type RequestLine = {
  id: string
  method: string
  /** The pattern of the path, not the path itself: `/embed/:slug`. */
  route: string
  status: number
  ms: number
  cache?: string
  upstreams?: Record<string, number>
}

/** `Server-Timing`, sent with `DEBUG=on` where the query has `debug`: https://w3c.github.io/server-timing/ */
export const serverTiming = ({ ms, cache, upstreams = {} }: RequestLine): string =>
  [
    `total;dur=${ms}`,
    ...(cache ? [`cache;desc=${cache}`] : []),
    ...Object.entries(upstreams).map(([name, took]) => `${name};dur=${took}`),
  ].join(', ')

/** How long an upstream took for this request, in whole ms. A service may be called more than once. */
export type UpstreamTime = { name: string; ms: number }
