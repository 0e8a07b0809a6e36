import type { EmbedEvent } from '../model/embed-model.ts'

/** What travels on the root: the model's events, and the host's message about consent. */
export type RootEvent = EmbedEvent | 'consent'

const NAME = 'loopframe'

/**
 * Emits an event on the page's root. Tracking is a separate module, which comes early or never: so it gets the events
 * of the live module, and neither imports the other.
 */
export const emit = (root: EventTarget, event: RootEvent, detail = ''): void => {
  root.dispatchEvent(new CustomEvent(NAME, { detail: [event, detail] }))
}

/** Calls back with every event that is emitted on the root from now on. */
export const listen = (root: EventTarget, listener: (event: RootEvent, detail: string) => void): void =>
  root.addEventListener(NAME, (event) => listener(...(event as CustomEvent<[RootEvent, string]>).detail))
