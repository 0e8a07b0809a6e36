/** What frames report (`docs/contract.md`, Messages). */
const TYPES = [
  'ready',
  'play',
  'pause',
  'seen',
  'click',
  'hover',
  'visible',
  'contextmenu',
  'fetched',
  'error',
  'size',
]

type FrameMessage = { type: string; detail: Record<string, unknown> }

/** A message of the frame with this id, or nothing: pages hear messages of all sorts. */
export function readMessage(data: unknown, frame: string): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { source, id, type, ...detail } = data as Record<string, unknown>
  const known = TYPES.find((name) => name === type)
  return source === 'loopframe' && id === frame && known ? { type: known, detail } : undefined
}

/** What a page tells its frame. */
export type Order =
  | { type: 'play' | 'pause' | 'stop' | 'share' }
  | { type: 'consent'; granted: boolean }
  | { type: 'load'; gif: string }
