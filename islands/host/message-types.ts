import type { PickedGif } from '../../shared/picker/picked-gif.ts'

/** What a frame posts to its host page. A widget's tiles name their GIF. */
export type FrameMessage =
  | { type: 'ready' | 'play' | 'pause' }
  | { type: 'seen' | 'click' | 'hover' | 'visible' | 'contextmenu'; gif?: string }
  | { type: 'fetched'; count: number }
  | { type: 'error'; message: string }
  | { type: 'size'; width: number; height: number }
  // The picker's: something was picked, and the visitor wants it closed.
  | { type: 'pick'; gif: PickedGif }
  | { type: 'close' }

/** What a host page posts to a frame. */
export type HostMessage =
  | { type: 'play' | 'pause' | 'stop' | 'share' }
  | { type: 'consent'; granted: boolean }
  | { type: 'load'; gif: string }
  // The picker's.
  | { type: 'search'; q: string }
  | { type: 'focus' }

/** A message as it is posted; `id` names the frame: what its address has in `?id=`. */
export type Posted<Message extends FrameMessage | HostMessage> = Message & { source: 'loopframe'; id: string }
