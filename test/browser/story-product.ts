import type { Page } from '@playwright/test'
import { hashPassword } from '../../origin/people/secrets.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { type Change, changeLibrary } from '../fixtures/library/database.ts'
import { seedItems } from './library.ts'
import { tokenOf, tokenRow } from './signed-in-product.ts'

const PASSWORD = 'correct horse battery'

/** The ids of a story's GIFs, in their order. */
export const storyIds = [...seedItems('gif', 4), ...seedItems('sticker', 1)].map(({ id }) => id)

/** A day at the sea, by an artist: published, and trending; beside it one of which nobody knows yet. */
const STORIES = [
  { id: 'sea', title: 'A day at the sea', publish_at: '2026-11-01T10:00:00.000Z' },
  { id: 'two', title: 'Only two', publish_at: '2026-11-02T10:00:00.000Z' },
  { id: 'draft', title: 'Not done yet', publish_at: '9999-12-31T23:59:59.999Z' },
]

/** The product with its own copy of the library, and stories of the artist `ida`. */
export async function storyProduct() {
  const state = await copyLibrary()
  const story = `
    INSERT INTO stories (id, slug, user_id, title, caption, tags, gifs, publish_at, created_at, updated_at)
     VALUES (?1, ?1, 'id-ida', ?2, 'First the waves.' || char(10) || 'Then the sun.', '["sea","summer"]', ?3, ?4, ?4, ?4)`
  changeLibrary(state, [
    [
      `INSERT INTO users (id, username, display_name, email, password, role, state)
       VALUES ('id-ida', 'ida', 'Ida Artist', 'ida@example.test', ?1, 'artist', 'active')`,
      await hashPassword(PASSWORD),
    ],
    tokenRow('id-ida'),
    ...STORIES.map(({ id, title, publish_at }): Change => {
      const gifs = id === 'two' ? storyIds.slice(0, 2) : storyIds
      return [story, id, title, JSON.stringify(gifs), publish_at]
    }),
    [
      "INSERT INTO trending_stories (story_id, publish_at, done_at) VALUES ('sea', '2026-11-03T00:00:00.000Z', '2026-11-03T00:00:00.000Z')",
    ],
    ["UPDATE gifs SET user_id = 'id-ida' WHERE id = ?1", storyIds[0] ?? ''],
  ])
  const port = await freePort()
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)

  /** Signs a browser in as the artist. */
  async function signIn(page: Page): Promise<void> {
    const form = { username: 'ida', password: PASSWORD }
    const response = await page.request.post(`${base}/api/v3/login`, { form, headers: { Origin: base } })
    if (!response.ok()) throw new Error(`ida cannot sign in: ${await response.text()}`)
  }
  return { base, signIn, tokenOf, stop }
}
