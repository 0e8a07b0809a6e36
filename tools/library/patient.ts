import { setTimeout as pause } from 'node:timers/promises'
import { wrapCalls } from '../../origin/bounded.ts'

/** ms between tries, and how many there are: who writes beside us does so for moments. */
const WAIT_MS = 100
const TRIES_MAX = 300

/** What D1 and R2 say of a file that another process has: of a write, of a read of D1, and of R2. */
const BUSY = ['database is locked', 'Failed to get session commit token', 'Unspecified error (0)']

/**
 * A local store that waits while another process writes to it, and says so once: the runtime's SQLite fails at once. A call of D1 is one
 * transaction, its commit token included, and a file of R2 is put whole: what failed so has changed nothing, and is made again.
 * @throws what the store throws; after 30 s also where another process still has it
 */
export function patient<Store extends object>(store: Store): Store {
  let hasSaid = false
  return wrapCalls(store, async (first, again) => {
    let result: unknown = first
    for (let tries = 1; ; tries++) {
      try {
        return await result
      } catch (error) {
        const { message } = error as Error
        if (!BUSY.some((words) => message.includes(words))) throw error
        if (tries === TRIES_MAX)
          throw new Error(`The library can’t be used; another process may have it: ${message}`, {
            cause: error,
          })
      }
      if (!hasSaid) console.log('Another process writes to the library: waiting for it …')
      hasSaid = true
      await pause(WAIT_MS)
      result = again()
    }
  })
}
