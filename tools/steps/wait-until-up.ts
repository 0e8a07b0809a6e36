import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 240
const TRY_EVERY_MS = 250

const isUp = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Waits, at most a minute, until a URL responds with a 2xx status. */
export async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; tries < TRIES && !(await isUp(url)); tries++) await pause(TRY_EVERY_MS)
}
