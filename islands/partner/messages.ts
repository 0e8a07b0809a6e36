import { FRAME_MESSAGES, type FrameMessage, SOURCE } from '../host/protocol.ts'

/** A message that a frame has posted: its fields come from another page, so nothing is known of them. */
type ReceivedMessage = { type: FrameMessage['type']; detail: Record<string, unknown> }

/** The message of the frame with this id, or nothing: a page receives messages of all sorts. */
export function readMessage(data: unknown, frame: string): ReceivedMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { source, id, type, ...detail } = data as Record<string, unknown>
  return source === SOURCE && id === frame && isType(type) ? { type, detail } : undefined
}

const isType = (type: unknown): type is FrameMessage['type'] =>
  typeof type === 'string' && Object.hasOwn(FRAME_MESSAGES, type)
