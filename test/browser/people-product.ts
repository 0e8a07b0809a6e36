import { createHash } from 'node:crypto'
import { openLibrary } from '../../tools/library/open-library.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

/** A token of staff, who read the outbox. */
const STAFF_TOKEN = 's'.repeat(43)

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

type Mail = { to: string; text: string }

/** The product with the demo library and nobody but staff, on a server of its own. */
export async function peopleProduct() {
  const state = await copyLibrary()
  const { db, close } = await openLibrary({ state })
  await db.batch([
    db.prepare(
      `INSERT INTO users (id, username, display_name, email, role, state)
       VALUES ('id-mia', 'mia', 'Mia', 'mia@example.test', 'staff', 'active')`,
    ),
    db
      .prepare(
        `INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't', 'id-mia', 'Mails', ?2)`,
      )
      .bind(hashOf(STAFF_TOKEN), new Date().toISOString()),
  ])
  await close()
  const port = await freePort()
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return {
    base,
    stop,
    /** The path of the link in the newest mail to an address. */
    async linkTo(address: string): Promise<string> {
      const response = await fetch(`${base}/api/v3/outbox/`, {
        headers: { Authorization: `Token ${STAFF_TOKEN}` },
      })
      const { results } = (await response.json()) as { results: Mail[] }
      const text = results.find(({ to }) => to === address)?.text ?? ''
      return /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1] ?? ''
    },
  }
}
