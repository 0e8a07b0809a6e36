import type { Page } from '@playwright/test'
import { openLibrary } from '../../tools/library/open-library.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { hashPassword } from '../../worker/origin/people/passwords.ts'

const PASSWORD = 'correct horse battery'

/** The product with its own copy of the library, in which these people have an account; their id is `id-` and their name. */
export async function signedInProduct(...names: string[]) {
  const state = await copyLibrary()
  const { db, close } = await openLibrary({ state })
  const insert = db.prepare(
    `INSERT INTO users (id, username, display_name, email, password, role, state)
     VALUES ('id-' || ?1, ?1, ?1, ?1 || '@example.test', ?2, 'user', 'active')`,
  )
  const password = await hashPassword(PASSWORD)
  await db.batch(names.map((name) => insert.bind(name, password)))
  await close()
  const port = await freePort()
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)

  /** Signs a browser in. */
  async function signIn(page: Page, username: string): Promise<void> {
    const form = { username, password: PASSWORD }
    const headers = { Origin: base }
    const response = await page.request.post(`${base}/api/v3/login`, { form, headers })
    if (!response.ok()) throw new Error(`${username} cannot sign in: ${await response.text()}`)
  }
  return { base, signIn, stop }
}
