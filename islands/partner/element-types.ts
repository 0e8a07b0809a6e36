import type { PickedGif } from '../../shared/picker/picked-gif.ts'

/** `<loop-embed>`, `<loop-carousel>`, `<loop-grid>`, and `<loop-picker>`. A method called early waits until the frame is ready. */
export interface LoopElement extends HTMLElement {
  /** Plays it, and opens a facade. */
  play(): void
  pause(): void
  /** Pauses it and goes back to the beginning. */
  stop(): void
  /** Opens the embed's share menu. */
  share(): void
  /** Sends the visitor's consent to the frame, and again after each reload of it. */
  consent(granted: boolean): void
  /** Shows another GIF, by its ID or slug, in the same frame. */
  load(gif: string): void
  /** Opens the picker and searches. */
  search(q: string): void
  /** Opens the picker's panel. */
  open(): void
  close(): void
}

/** What a frame reports, as events that bubble from its element. `detail` holds what comes with the message. */
export type LoopEventMap = {
  'loop-ready': CustomEvent<object>
  'loop-play': CustomEvent<object>
  'loop-pause': CustomEvent<object>
  /** A widget's tiles name their GIF. */
  'loop-seen': CustomEvent<{ gif?: string }>
  'loop-click': CustomEvent<{ gif?: string }>
  'loop-hover': CustomEvent<{ gif?: string }>
  'loop-visible': CustomEvent<{ gif?: string }>
  'loop-contextmenu': CustomEvent<{ gif?: string }>
  'loop-fetched': CustomEvent<{ count: number }>
  'loop-error': CustomEvent<{ message: string }>
  'loop-size': CustomEvent<{ width: number; height: number }>
  /** Prevent the default to keep the picker open. */
  'loop-pick': CustomEvent<{ gif: PickedGif }>
  'loop-close': CustomEvent<object>
}

declare global {
  interface HTMLElementTagNameMap {
    'loop-embed': LoopElement
    'loop-carousel': LoopElement
    'loop-grid': LoopElement
    'loop-picker': LoopElement
  }
  // Of elements, the document and the window: the events bubble.
  interface GlobalEventHandlersEventMap extends LoopEventMap {}
}
