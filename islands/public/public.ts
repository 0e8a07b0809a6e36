import { startItemPlayer } from './item-player.ts'
import { startMotionSwitch } from './motion-switch.ts'
import { startOpener } from './open-on-intent.ts'
import { startCompletion } from './search-completion.ts'
import { startShareFields } from './share-fields.ts'

// What every public page does once it is there; without it all of them show, link and read.
for (const player of document.querySelectorAll<HTMLElement>('.player')) startItemPlayer(player)
// After what listens to it: the switch may have been pressed on the page before.
startMotionSwitch()
startShareFields()
for (const button of document.querySelectorAll<HTMLElement>('[data-opens]')) startOpener(button)
for (const field of document.querySelectorAll<HTMLInputElement>('.search input[type="search"]')) {
  startCompletion(field)
}
