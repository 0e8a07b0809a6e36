/** Messages between our frames and hosts: JSON `{ source, id, type, … }` (`docs/contract.md`), for the partners' script too. */
import type { FrameMessage } from './message-types.ts'

export type { FrameMessage, HostMessage } from './message-types.ts'

/** Marks a message as ours; all others are ignored. */
export const SOURCE = 'loopframe'

/** The type of every message that a frame posts. */
export const FRAME_MESSAGES: Readonly<Record<FrameMessage['type'], true>> = {
  ready: true,
  play: true,
  pause: true,
  seen: true,
  click: true,
  hover: true,
  visible: true,
  contextmenu: true,
  fetched: true,
  error: true,
  size: true,
  pick: true,
  close: true,
}
