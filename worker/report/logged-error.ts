import { stackFrames } from './stack-frames.ts'

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
