import { startItemPlayer } from './item-player.ts'
import { startMotionSwitch } from './motion-switch.ts'
import { startOpener } from './open-on-intent.ts'
import { startShareFields } from './share-fields.ts'

// What every public page does once it is there; without it all of them show, link and read.
startMotionSwitch()
startShareFields()
for (const button of document.querySelectorAll<HTMLElement>('[data-opens]')) startOpener(button)
for (const player of document.querySelectorAll<HTMLElement>('.player')) startItemPlayer(player)
