import { effect } from '@preact/signals-core'
import { isRoomy, onPageKey } from '../dom/page.ts'
import type { EmbedEvent, EmbedModel, EmbedStart } from '../model/embed-model.ts'

/** Turns what the visitor does on the root into the model's verbs (§4): hover, pause, and a tap on a phone. */
export function handleInput(model: EmbedModel, root: HTMLElement): void {
  const inside = (event: Event, selector: string) =>
    event.target instanceof Element && event.target.closest<HTMLElement>(selector)

  // Only a focus that shows itself holds the footer: a pressed button keeps its focus when the pointer has left.
  const focused = () => root.querySelector(':focus-visible') !== null

  root.addEventListener('pointerover', model.enter)
  // A lifted finger leaves too, but means to go on: what it opened stays until the visitor is elsewhere on the page.
  root.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'touch' && !focused()) model.leave()
  })
  addEventListener('blur', () => root.matches(':hover') || model.leave())
  root.addEventListener('focusin', () => focused() && model.enter())
  root.addEventListener('focusout', ({ relatedTarget }) => {
    const staysInside = relatedTarget instanceof Node && root.contains(relatedTarget)
    if (!staysInside && !root.matches(':hover')) model.leave()
  })
  handleKeys(model, root)
  root.addEventListener('click', (event) => {
    // In a frame without room for the extras, a tap on the picture pauses.
    if (inside(event, isRoomy() ? '[data-action="pause"]' : '.pause, .stage')) model.togglePause()
    // §2: tapping toggles the mobile footer, only if external media exists.
    else if (inside(event, '[data-action="tap"]')) model.toggleMobileFooter()
    // A link that is only counted needs no code but its name.
    const named = inside(event, '[data-event]')
    if (named) model.report(named.dataset.event as EmbedEvent)
  })
}

/** Keys of the page, where what has the focus does not take them: Space and K pause, S shares, Escape goes back (WCAG 2.1.4). */
function handleKeys(model: EmbedModel, root: HTMLElement): void {
  const press: Record<string, (event: KeyboardEvent) => void> = {
    ' ': (event) => {
      // A button has its own press for it. A page without one scrolls its host.
      if ((event.target as Element).closest('button')) return
      event.preventDefault()
      model.togglePause()
    },
    k: model.togglePause,
    s: () => {
      const button = root.querySelector<HTMLElement>('.share-button')
      // Not where the frame has no room for it, or its code did not come.
      if (button?.offsetParent) button.click()
    },
    escape: () => {
      if (model.mediaShown.value) model.hideMedia()
      else (document.activeElement as HTMLElement | null)?.blur()
    },
  }
  onPageKey((key, event) => {
    // An open menu has its own keys, and fields that are typed in; under a film there is nothing to pause.
    if (model.shareOpen.value || (model.mediaShown.value && key !== 'escape')) return
    if (Object.hasOwn(press, key)) press[key]?.(event)
  })
}

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
