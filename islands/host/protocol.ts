/**
 * The messages between a frame of ours and its host page (`docs/contract.md`, Messages): JSON objects
 * `{ source, id, type, … }`, where `id` names the frame. It stands alone, so that the partners' script may import it.
 */

/** Marks a message as ours; all others are ignored. */
export const SOURCE = 'loopframe'

/** What a frame posts to its host page. A widget's tiles name their GIF. */
export type FrameMessage =
  | { type: 'ready' | 'play' | 'pause' }
  | { type: 'seen' | 'click' | 'hover' | 'visible' | 'contextmenu'; gif?: string }
  | { type: 'fetched'; count: number }
  | { type: 'error'; message: string }
  | { type: 'size'; width: number; height: number }
  // The picker's: something was picked, and the visitor wants it closed.
  | { type: 'pick'; gif: object }
  | { type: 'close' }

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

/** What a host page posts to a frame. */
export type HostMessage =
  | { type: 'play' | 'pause' | 'stop' | 'share' }
  | { type: 'consent'; granted: boolean }
  | { type: 'load'; gif: string }
  // The picker's.
  | { type: 'search'; q: string }
  | { type: 'focus' }
