import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 240
const TRY_EVERY_MS = 250

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Waits, at most a minute, until a server answers at this URL. */
export async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; tries < TRIES && !(await answers(url)); tries++) await pause(TRY_EVERY_MS)
}
