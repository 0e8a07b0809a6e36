import type { EmbedEvent } from '../model/embed-model.ts'

/** What travels on the root: the model's events, and the host's message about consent. */
export type RootEvent = EmbedEvent | 'consent'

const NAME = 'loopframe'

/** Emits an event on the page's root: tracking, a module that comes early or never, hears of the live module by these. */
export const emit = (root: EventTarget, event: RootEvent, detail = ''): void => {
  root.dispatchEvent(new CustomEvent(NAME, { detail: [event, detail] }))
}

/** Calls back with every event that is emitted on the root from now on. */
export const listen = (root: EventTarget, listener: (event: RootEvent, detail: string) => void): void =>
  root.addEventListener(NAME, (event) => listener(...(event as CustomEvent<[RootEvent, string]>).detail))
