import { isRoomy } from '../dom/is-roomy.ts'
import type { EmbedEvent } from '../model/embed-event.ts'
import type { EmbedModel } from '../model/embed-model.ts'
import { handleKeys } from './handle-keys.ts'

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
