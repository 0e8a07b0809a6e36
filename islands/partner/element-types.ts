/**
 * Types of the partner elements. `/static/loopframe.d.ts` is this file: a partner's project adds it to its sources and
 * finds the elements, their methods, and their events typed.
 */

/** `<loop-embed>`, `<loop-carousel>`, and `<loop-grid>`. A method called early waits until the frame is ready. */
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
}

declare global {
  interface HTMLElementTagNameMap {
    'loop-embed': LoopElement
    'loop-carousel': LoopElement
    'loop-grid': LoopElement
  }
  interface HTMLElementEventMap extends LoopEventMap {}
}
