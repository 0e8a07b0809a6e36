import { effect } from '@preact/signals-core'
import type { EmbedModel, EmbedStart } from '../model/embed-model.ts'

/** Each flag of the model and the attribute of the root that shows it (`docs/contract.md`); `data-ready` is the boot's. */
const FLAGS = {
  hover: 'data-hover',
  footerOpen: 'data-footer',
  shareOpen: 'data-share',
  gridActive: 'data-grid-active',
  headerHidden: 'data-header-hidden',
  paused: 'data-paused',
  mediaShown: 'data-media',
  mobileFooterOpen: 'data-mobile-footer',
} as const satisfies Partial<Record<keyof EmbedModel, string>>

/** The flags that the server's page, or the boot, has set already. */
export const readFlags = (root: Element): EmbedStart => ({
  paused: root.hasAttribute(FLAGS.paused),
  mobileFooterOpen: root.hasAttribute(FLAGS.mobileFooterOpen),
})

/** Keeps the root's attributes equal to the flags: styles, hosts and tests read them there. */
export function mirrorFlags(model: EmbedModel, root: Element): void {
  for (const flag of Object.keys(FLAGS) as (keyof typeof FLAGS)[]) {
    effect(() => void root.toggleAttribute(FLAGS[flag], model[flag].value))
  }
}

/** Plays and pauses the film of a video embed with the model (§4); a picture is paused by its style alone. */
export function syncFilm(model: EmbedModel, root: Element): void {
  const film = root.querySelector('video')
  if (!film) return
  effect(() => {
    // The film elsewhere may cover this one.
    if (model.paused.value || model.mediaShown.value) film.pause()
    // A browser may refuse to play without a gesture: then the film rests, and the button still says so.
    else film.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && model.setPaused(true))
  })
}
