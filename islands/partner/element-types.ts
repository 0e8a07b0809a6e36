/**
 * Types of the partner elements. `/static/loopframe.d.ts` is this file: a partner's project adds it to its sources and
 * finds the elements, their methods, and their events typed.
 */

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

/** A GIF that was picked. Addresses are absolute, sizes in pixels. */
export interface PickedGif {
  id: string
  type: 'gif' | 'sticker'
  title: string
  /** The text for those who do not see it; never empty. */
  alt: string
  /** The item's page. */
  url: string
  /** The page that a frame shows. */
  embed: string
  width: number
  height: number
  /** The sizes that there are, by GIPHY's names: `original`, `fixed_width`, … */
  images: { [name: string]: { url?: string; webp?: string; mp4?: string; width?: number; height?: number } }
}

/** What a frame reports, as events that bubble from its element. `detail` holds what comes with the message. */
export type LoopEventMap = {
  'loop-ready': CustomEvent<object>
  'loop-play': CustomEvent<object>
  'loop-pause': CustomEvent<object>
  'loop-seen': CustomEvent<object>
  'loop-click': CustomEvent<object>
  'loop-hover': CustomEvent<object>
  'loop-visible': CustomEvent<object>
  'loop-contextmenu': CustomEvent<object>
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
  interface HTMLElementEventMap extends LoopEventMap {}
}
