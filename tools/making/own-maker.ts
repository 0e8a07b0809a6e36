import { openWorkplace } from '../library/workplace.ts'
import { abilitiesOf } from './abilities.ts'
import { startMaker } from './maker.ts'

/** `--var MAKER:off` leaves the queue to makers elsewhere, and to the image service. */
export const OFF = 'MAKER:off'

/**
 * Makes the renditions of a local server that is up, one at a time: each in a process of its own, behind all others. What it does is
 * in the log. @returns what ends it, and gives back what it has
 */
export function runOwnMaker(
  target: { base: string; token: string },
  place: { workplace?: string; log?: (line: string) => void } = {},
): () => Promise<void> {
  const { line, forms } = abilitiesOf()
  const { log = (text: string) => console.log(`Renditions: ${text}`) } = place
  log(line)
  const { ended, stop } = startMaker({ target, workplace: openWorkplace(place.workplace), forms, log })
  ended.catch((error: Error) => log(`no more are made here: ${error.message}`))
  return stop
}
