import { setTimeout as pause } from 'node:timers/promises'
import { printable } from '../library/printable.ts'
import type { Wait } from '../remote/persistently.ts'

/** Waits, and says why. */
export const waitAloud: Wait = async (seconds, why) => {
  console.log(`waiting ${seconds} s: ${printable(why)}`)
  await pause(seconds * 1000)
}
