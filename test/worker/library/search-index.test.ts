import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { optimizeLibrary } from '../../../origin/nightly.ts'
import { indexItems, indexNoted, readIndexed } from '../../../origin/search/index-items.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'

beforeAll(() => fillLibrary(env.DB))

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

// What the lists and counts should be, from the items as they are.
const SHOULD = `
  SELECT (t.value >> 4) * 8 + (a.value ->> 0) AS list, (a.value ->> 1) + (t.value & 15) AS key
    FROM gifs AS g JOIN search_items AS i ON i.num = g.num, json_each(i.terms) AS t, json_each(g.search_at) AS a`
const WRONG = `
  WITH should AS MATERIALIZED (${SHOULD})
  SELECT (SELECT count(*) FROM (SELECT * FROM should EXCEPT SELECT list, key FROM search_postings)) AS missing,
         (SELECT count(*) FROM (SELECT list, key FROM search_postings EXCEPT SELECT * FROM should)) AS left_over,
         (SELECT count(*) FROM search_terms AS t
           WHERE items <> (SELECT count(DISTINCT key >> 8) FROM should WHERE list / 8 = t.id AND list % 8 < 3)) AS miscounted,
         (SELECT count(*) FROM gifs WHERE num NOT IN (SELECT num FROM search_items)) AS unknown`

/** The fields of the items that lists of a kind have for a term, by the item's id, in their order. */
async function postings(term: string, kind = 0): Promise<[id: string, rank: number, fields: number][]> {
  const { results } = await env.DB.prepare(
    `SELECT g.id, (p.key >> 4) & 7 AS rank, p.key & 15 AS fields
       FROM search_terms AS t JOIN search_postings AS p ON p.list = t.id * 8 + ?2
       JOIN gifs AS g ON g.num = iif(?2 > 3, p.key >> 8, (p.key >> 8) & 4294967295)
      WHERE t.term = ?1 ORDER BY p.key DESC`,
  )
    .bind(term, kind)
    .all<{ id: string; rank: number; fields: number }>()
  return results.map(({ id, rank, fields }) => [id, rank, fields])
}

const idsOf = async (term: string, kind?: number) => (await postings(term, kind)).map(([id]) => id)

describe('the index of a search', () => {
  it('has the terms of all items, the hottest first, and where each has them', async () => {
    await indexItems(env.DB)
    expect(await postings('cat')).toEqual([
      ['edge0001', 4, 3],
      ['cat00002', 1, 2],
      ['cat00001', 1, 3],
    ])
    expect(await idsOf('ocean')).toEqual(await idsOf('ocean', 3))
    expect(await idsOf('cat', 1)).toEqual(['stik0001'])
    expect(await idsOf('takendown')).toEqual([])
  })

  it.each([
    "UPDATE gifs SET title = 'A blue catamaran', tags = '[\"sail\",\"blue\"]' WHERE id = 'cat00003'",
    "UPDATE gifs SET is_hidden = 1 - is_hidden WHERE id IN ('cafe0001', 'hide0001')",
    "UPDATE gifs SET heat = heat + 5 WHERE id = 'cat00002'",
    "UPDATE gifs SET rating = 'pg', type = 'video' WHERE id = 'cat00002'",
    "UPDATE gifs SET type = 'sticker', is_new = 1 WHERE id = 'film0001'",
    'UPDATE gifs SET is_removed = 1 - is_removed WHERE is_removed = 1',
    "UPDATE users SET username = 'annabel' WHERE username = 'ann'",
    "INSERT INTO language_tags (gif_id, lang, tag, position) VALUES ('cat00001', 'de', 'Kätzchen', 0)",
    "DELETE FROM language_tags WHERE gif_id = 'cat00001'",
    'DELETE FROM channel_gifs WHERE id IN (SELECT min(id) FROM channel_gifs)',
    "DELETE FROM gifs WHERE id = 'film0002'",
  ])('is right after: %s', async (sql) => {
    await run(sql)
    await indexItems(env.DB)
    expect(await env.DB.prepare(WRONG).first()).toEqual({
      missing: 0,
      left_over: 0,
      miscounted: 0,
      unknown: 0,
    })
  })

  it('has no list with an item that was just hidden, before any search', async () => {
    expect(await idsOf('~edgi')).toEqual(['edge0001'])
    await run("UPDATE gifs SET is_hidden = 1 WHERE id = 'edge0001'")
    expect(await idsOf('~edgi')).toEqual([])
  })

  it('keeps what a later reader of an item wrote', async () => {
    const change = (title: string) => run('UPDATE gifs SET title = ?1 WHERE id = ?2', title, 'cat00001')
    const notes = async () =>
      (await env.DB.prepare('SELECT seq, num FROM search_dirty').all<{ seq: number; num: number }>()).results
    await change('Earlier')
    const [early] = await notes()
    await change('Later')
    await indexItems(env.DB)
    if (!early) throw new Error('no note was written')
    await run('UPDATE gifs SET title = ?1 WHERE id = ?2', 'Earlier', 'cat00001')
    await run('DELETE FROM search_dirty')
    await indexNoted(env.DB, [early])
    expect(await idsOf('later')).toEqual(['cat00001'])
    expect(await idsOf('earlier')).toEqual([])
  })

  it('is made by a search for the last of many items, and each minute for all', async () => {
    const waiting = () =>
      env.DB.prepare('SELECT count(DISTINCT num) AS n FROM search_dirty').first<number>('n')
    const many = Array.from({ length: 300 }, (_, n) => n)
    await run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime)
       SELECT 'wait' || value, 'w', 'Waiting', 'gif', '2026-11-20' FROM json_each(?1)`,
      JSON.stringify(many),
    )
    await run("UPDATE gifs SET title = 'Latest' WHERE id = 'cat00001'")
    await readIndexed(env.DB, [])
    expect(await idsOf('latest')).toEqual(['cat00001'])
    expect(await waiting()).toBe(many.length + 1 - 25)
    await indexItems(env.DB)
    expect([await waiting(), (await idsOf('waiting')).length]).toEqual([0, many.length])
  })

  it('drops at night what no listed item is found by, and makes it again for one that is shown again', async () => {
    const known = () =>
      env.DB.prepare(
        "SELECT count(*) AS n FROM search_terms AS t WHERE term = 'marzipan' AND EXISTS (SELECT 1 FROM near_words WHERE term = t.id)",
      ).first<number>('n')
    const hide = async (isHidden: number) => {
      await run("UPDATE gifs SET is_hidden = ?1 WHERE id = 'cat00003'", isHidden)
      await indexItems(env.DB)
    }
    await run("UPDATE gifs SET title = 'Marzipan' WHERE id = 'cat00003'")
    await indexItems(env.DB)
    expect([await known(), await idsOf('marzipan')]).toEqual([1, ['cat00003']])
    await hide(1)
    await optimizeLibrary(env.DB)
    expect(await known()).toBe(0)
    await hide(0)
    expect([await known(), await idsOf('marzipan')]).toEqual([1, ['cat00003']])
    expect(await env.DB.prepare(WRONG).first()).toMatchObject({ missing: 0, left_over: 0, miscounted: 0 })
  })

  it('lists new items for a week', async () => {
    await run(
      "UPDATE gifs SET is_new = 1, import_datetime = datetime('now', '-8 days') WHERE id = 'cat00002'",
    )
    await run("UPDATE gifs SET is_new = 1, import_datetime = datetime('now') WHERE id = 'cat00001'")
    expect(await idsOf('animal', 4)).toEqual(['cat00002', 'cat00001'])
    await optimizeLibrary(env.DB)
    expect(await idsOf('animal', 4)).toEqual(['cat00001'])
  })
})
