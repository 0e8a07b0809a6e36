import { availableParallelism } from 'node:os'
import type { RemoteLibrary } from './remote-library.ts'
import { RunError } from './run-error.ts'
import { type Sending, type SendOutcome, sendFile, type Turn } from './send-file.ts'

/** Files at once: one is sent while others are made. Each may need 2 GiB (T48). */
const AT_ONCE = Math.min(availableParallelism(), 4)

/** So many files in a row that did not get through: the others would not either. */
const UNREACHABLE_MAX = 3

type Run = {
  remote: RemoteLibrary
  workplace: string
  /** Called with each file's end. */
  onEnd: (sending: Sending, outcome: SendOutcome) => void
}

/**
 * Sends files, begun in their order. Two with the same content are one.
 * @throws RunError once for what is wrong with all of them; what was begun has ended by then
 */
export async function sendAll({ remote, workplace, onEnd }: Run, all: readonly Sending[]): Promise<void> {
  const sender = { remote, workplace, takeTurn: oneAfterTheOther(), begun: new Map() }
  let unreachable = 0
  let end: unknown
  const queue = all.values()

  const work = async (): Promise<void> => {
    for (const sending of queue) {
      if (end) return
      const outcome = await sendFile(sender, sending)
      onEnd(sending, outcome)
      unreachable = outcome.kind === 'refused' && outcome.reason === 'unreachable' ? unreachable + 1 : 0
      if (unreachable >= UNREACHABLE_MAX)
        throw new RunError('The server cannot be reached: run this again later')
    }
  }
  const noted = () =>
    work().catch((error: unknown) => {
      end ??= error
    })
  await Promise.all(Array.from({ length: AT_ONCE }, noted))
  if (end) throw end
}

/** Turns in the order in which they are taken. */
export function oneAfterTheOther(): () => Turn {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = before.then(() => promise)
    return { come: async () => void (await before), go: resolve }
  }
}
