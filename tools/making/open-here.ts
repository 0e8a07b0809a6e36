import { hashOf, newSecret } from '../../origin/people/secrets.ts'
import { migrate } from '../library/migrate.ts'
import { openLocalLibrary } from '../library/open-library.ts'
import type { Target } from '../remote/target.ts'
import { freePort } from '../steps/free-port.ts'
import { buildOnce, holdLibrary } from '../steps/local-library.ts'
import { serveSimulated } from '../steps/serve-simulated.ts'
import { waitUntilUp } from '../steps/wait-until-up.ts'

/**
 * A token for the maker of a local server, and the variable that lets it in. What stands in a command's arguments, others on the
 * machine can read: the server gets the hash.
 */
export async function makersToken(): Promise<{ token: string; vars: { MAKER_HASH: string } }> {
  const token = newSecret()
  return { token, vars: { MAKER_HASH: await hashOf(token) } }
}

/**
 * Opens the library of this checkout, or that of a folder, for a maker: by a server of its own, on a port that no one knows.
 * @throws Error where another server has the library: it makes its renditions itself
 */
export async function openHere(data: string | undefined): Promise<{ target: Target }> {
  const [state] = await Promise.all([holdLibrary(data), buildOnce()])
  const library = await openLocalLibrary({ state })
  await migrate(library).finally(library.close)
  const { token, vars } = await makersToken()
  const port = await freePort()
  await serveSimulated({ port, vars, state, unlimited: true })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return { target: { base, token } }
}
