import { siteCalls } from '../../shared/calls/catalogue.ts'
import { backupCalls } from '../../shared/calls/site/backup.ts'
import { createClient } from '../../shared/client/create-client.ts'
import type { Transport } from '../../shared/net/transport.ts'
import { persistently, type Wait } from '../remote/persistently.ts'
import { endOf, RunError, reasonOf } from '../remote/run-error.ts'
import type { Target } from '../remote/target.ts'
import { BackupError } from './archive-names.ts'

/** ms for one request: 16 MB at 50 KB/s. */
const REQUEST_MS = 6 * 60 * 1000

/** The calls of a backup at an installation elsewhere; what may pass is tried again. */
export function openRemoteBackup({ base, token }: Target, wait: Wait) {
  const transport: Transport = async (request) => {
    const response = await fetch(new Request(request, { redirect: 'manual' }))
    // A redirect would take the token along.
    if (response.status >= 300 && response.status < 400) throw new RunError(`${base} redirects elsewhere`)
    return response
  }
  const calls = { ...backupCalls, user: siteCalls.user }
  const client = createClient(calls, transport, { base, credentials: () => ({ token }) })
  const inTime = () => ({ signal: AbortSignal.timeout(REQUEST_MS) })

  async function ask<T>(work: () => Promise<T | undefined>): Promise<T> {
    try {
      const answer = await persistently(work, wait)
      return answer as T
    } catch (error) {
      const ends = endOf(error, base, true)
      if (ends || !(error instanceof Error)) throw ends ?? error
      throw new BackupError(`${base}: ${reasonOf(error)}`, { cause: error })
    }
  }

  return {
    state: () => ask(() => client.backup({}, inTime())),
    rows: (input: Parameters<typeof client.backupRows>[0]) => ask(() => client.backupRows(input, inTime())),
    files: (after: string) => ask(() => client.backupFiles({ after }, inTime())),
    bytes: (keys: readonly string[], from = 0) =>
      ask(() => client.backupBytes({ keys: keys.join(), from }, inTime())),
    self: () => ask(() => client.user({ id: 'self' }, inTime())),
    begin: (archive: string, migrations: readonly string[]) =>
      ask(() => client.beginRestore({ archive, migrations: migrations.join() }, inTime())),
    send: (body: () => FormData) => ask(() => client.sendBackup({}, { ...inTime(), body: body() })),
    end: () => ask(() => client.endRestore({}, inTime())),
  }
}

export type RemoteBackup = ReturnType<typeof openRemoteBackup>
