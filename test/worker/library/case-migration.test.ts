import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

const run = (sql: string) => env.DB.prepare(sql)
const AT = (day: number) => `'2026-11-0${day}T00:00:00.000Z'`

it('0065: reports that were decided, or whose item was taken down, are closed; newer ones stay open', async () => {
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.startsWith('0065'))
  const updates = migration?.queries.filter((sql) => /UPDATE reports/.test(sql)) ?? []
  expect(updates).toHaveLength(2)
  const report = (gif: string, day: number) =>
    run(
      `INSERT INTO reports (gif_id, reasons, anonymous, visitor, created_at) VALUES ('${gif}', '["spam"]', 1, '${gif}${day}', ${AT(day)})`,
    )
  const decision = (gif: string, action: string, day: number, undone = 'NULL') =>
    run(`INSERT INTO moderations (act, gif_id, user_id, action, rating, reason, note, was_rating, was_hidden, created_at, undone_at)
         VALUES ('${gif}${day}', '${gif}', 'id-mia', '${action}', 'g', '', '', 'g', 0, ${AT(day)}, ${undone})`)
  const gifs = ['right', 'fine', 'undone', 'skipped', 'gone', 'back']
  await env.DB.batch([
    run(
      `INSERT INTO users (id, username, display_name, role, state) VALUES ('id-mia', 'mia', 'mia', 'moderator', 'active')`,
    ),
    run(`INSERT INTO gifs (id, slug, title, type, import_datetime)
         SELECT value, value, value, 'gif', '2026-11-01 10:00:00' FROM json_each('${JSON.stringify(gifs)}')`),
    ...gifs.flatMap((gif) => [report(gif, 1), report(gif, 5)]),
    decision('right', 'hide', 3),
    decision('fine', 'approve', 3),
    decision('undone', 'hide', 3, AT(4)),
    decision('skipped', 'skip', 3),
    run(`INSERT INTO removals (gif_id, reason, note, actor_id, created_at, restored_at)
         VALUES ('gone', 'r', '', 'id-mia', ${AT(3)}, NULL), ('back', 'r', '', 'id-mia', ${AT(3)}, ${AT(4)})`),
    ...updates.map(run),
  ])
  const { results } = await run(
    'SELECT gif_id, state, decided_by, act FROM reports ORDER BY gif_id, created_at',
  ).all<{ gif_id: string; state: string; decided_by: string | null; act: string | null }>()
  expect(results.map((row) => Object.values(row))).toEqual([
    ['back', 'open', null, null],
    ['back', 'open', null, null],
    ['fine', 'rejected', 'mia', 'fine3'],
    ['fine', 'open', null, null],
    ['gone', 'accepted', 'mia', null],
    ['gone', 'open', null, null],
    ['right', 'accepted', 'mia', 'right3'],
    ['right', 'open', null, null],
    ['skipped', 'open', null, null],
    ['skipped', 'open', null, null],
    ['undone', 'open', null, null],
    ['undone', 'open', null, null],
  ])
})
