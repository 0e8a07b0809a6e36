import type { EmbedEvent } from '../model/embed-event.ts'

/** What travels on the root: the model's reports, and what the host says of consent. */
export type Told = EmbedEvent | 'consent'

const NAME = 'loopframe'

/**
 * Tells on the page's root what happened. Tracking is a module of its own, which comes early or never: here it hears of
 * what the live module reports, and neither needs the other.
 */
export const tell = (root: EventTarget, told: Told, detail = ''): void => {
  root.dispatchEvent(new CustomEvent(NAME, { detail: [told, detail] }))
}

/** Hears what is told on the root from now on. */
export const hear = (root: EventTarget, listener: (told: Told, detail: string) => void): void =>
  root.addEventListener(NAME, (event) => listener(...(event as CustomEvent<[Told, string]>).detail))
