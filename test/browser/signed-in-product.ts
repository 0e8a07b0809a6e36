import { createHash } from 'node:crypto'
import type { Cookie, Page } from '@playwright/test'
import { csrfOf, hashPassword } from '../../origin/people/secrets.ts'
import { HIDDEN_LINK } from '../../shared/schema/own/staff.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { type Change, changeLibrary } from '../fixtures/library/database.ts'

const PASSWORD = 'correct horse battery'

/** A token of staff, who take items down, and a session of theirs, whose sign-in stays fresh. */
const STAFF_TOKEN = 's'.repeat(43)
const STAFF_SESSION = 'm'.repeat(43)

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A person's own token: a gateway elsewhere knows them by their id (`set-ups.ts`), which an embedded one does not. */
export const tokenOf = (id: string) => `token-of-${id}`.padEnd(43, 'x')

export const tokenRow = (id: string): Change => [
  "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, ?2, ?2, 'Gateway', ?3)",
  ...[hashOf(tokenOf(id)), id, new Date().toISOString()],
]

type Mail = { id: number; to: string; text: string }

/**
 * The product with its own copy of the library, staff who have a token, and these people, who have an account; their id is
 * `id-` and their name. `ann:moderator` has a role.
 */
export const signedInProduct = (...people: string[]) => productWith([], ...people)

/** Likewise, with a library that these statements have changed before it starts. */
export async function productWith(statements: readonly string[], ...people: string[]) {
  const state = await copyLibrary()
  const insert = `
    INSERT INTO users (id, username, display_name, email, password, role, state)
     VALUES ('id-' || ?1, ?1, ?1, ?1 || '@example.test', ?2, ?3, 'active')`
  const password = await hashPassword(PASSWORD)
  changeLibrary(state, [
    ...people.map((person): Change => {
      const [name = '', role = 'user'] = person.split(':')
      return [insert, name, password, role]
    }),
    [insert, 'mia', null, 'staff'],
    [
      "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't', 'id-mia', 'Mails', ?2)",
      ...[hashOf(STAFF_TOKEN), new Date().toISOString()],
    ],
    [
      `INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, expires_at) VALUES (?1, 's', 'id-mia', ?2, ?2, ?2)`,
      ...[hashOf(STAFF_SESSION), '2100-01-01T00:00:00.000Z'],
    ],
    ...people.map((person) => tokenRow(`id-${person.split(':')[0]}`)),
    ...statements.map((sql): Change => [sql]),
  ])
  const port = await freePort()
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)

  /** A call of the staff's. @param json its body; it is a GET without one */
  async function asStaff(path: string, json?: object, method = 'POST'): Promise<unknown> {
    const headers = { Authorization: `Token ${STAFF_TOKEN}`, 'Content-Type': 'application/json' }
    const init = json ? { method, body: JSON.stringify(json), headers } : { headers }
    const response = await fetch(base + path, init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }

  /** A visitor's report of an item, as its page sends it. */
  async function report(gif: string): Promise<void> {
    const csrf = 'c'.repeat(64)
    const response = await fetch(`${base}/api/v3/reports/`, {
      method: 'POST',
      headers: { Origin: base, Cookie: `csrftoken=${csrf}`, 'X-CSRFToken': csrf },
      body: new URLSearchParams({ gif, reason: 'spam', additional_info: 'Seen elsewhere' }),
    })
    if (!response.ok) throw new Error(`A report is ${response.status}`)
  }

  const sessions = new Map<string, Cookie[]>()

  /** Signs a browser in. A password takes long: who has a session goes on with it in the next browser. */
  async function signIn(page: Page, username: string): Promise<void> {
    const context = page.context()
    const known = sessions.get(username)
    if (known) {
      await context.addCookies(known)
      const check = await page.request.get(`${base}/login/check`)
      if (((await check.json()) as { logged_in: boolean }).logged_in) return
    }
    const form = { username, password: PASSWORD }
    const headers = { Origin: base }
    const response = await page.request.post(`${base}/api/v3/login`, { form, headers })
    if (!response.ok()) throw new Error(`${username} cannot sign in: ${await response.text()}`)
    sessions.set(username, await context.cookies(base))
  }

  /** The path of the link in the newest mail to an address. */
  async function linkTo(address: string): Promise<string> {
    const csrf = await csrfOf(STAFF_SESSION)
    const headers = {
      Origin: base,
      Cookie: `sessionid=${STAFF_SESSION}; csrftoken=${csrf}`,
      'X-CSRFToken': csrf,
    }
    const list = await fetch(`${base}/api/v3/outbox/`, { headers })
    const { results } = (await list.json()) as { results: Mail[] }
    const found = results.find(({ to, text }) => to === address && text.includes(HIDDEN_LINK))
    const body = new URLSearchParams({ reason: 'A test reads it' })
    const mail = await fetch(`${base}/api/v3/outbox/${found?.id}/reveal`, { method: 'POST', headers, body })
    const { text = '' } = (await mail.json()) as Partial<Mail>
    return /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1] ?? ''
  }
  return { base, report, signIn, asStaff, linkTo, tokenOf, stop }
}
