import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { optimizeLibrary } from '../../../origin/nightly.ts'
import { findGifs } from '../../../origin/queries/gifs.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { idsOf, read } from '../../fixtures/library/library-client.ts'
import { measuredDb } from '../../fixtures/library/measured-db.ts'

beforeAll(() => fillLibrary(env.DB))

const found = async (q: string) => idsOf(await read(`/v1/gifs/search?q=${q}`))
const run = (sql: string, ...params: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...params)
    .run()
const tagsOf = async (id: string) => {
  const { results } = await env.DB.prepare('SELECT tag FROM tags WHERE gif_id = ?1')
    .bind(id)
    .all<{ tag: string }>()
  return results.map(({ tag }: { tag: string }) => tag)
}

describe('the library: triggers keep words and tags right', () => {
  it('follows a changed title and changed tags', async () => {
    await run(
      'UPDATE gifs SET title = ?2, tags = ?3 WHERE id = ?1',
      'many0001',
      'Zebra',
      '["Stripes"," ","stripes","savanna"]',
    )
    expect(await found('zebra')).toEqual(['many0001'])
    expect(await found('savanna')).toEqual(['many0001'])
    expect(await found('dot%201')).not.toContain('many0001')
    expect(await tagsOf('many0001')).toEqual(['savanna', 'stripes'])
  })

  it('follows a user who changes the name', async () => {
    await run('UPDATE users SET username = ?2 WHERE username = ?1', 'ann', 'annabel')
    expect(await found('annabel')).toEqual(expect.arrayContaining(['cat00001', 'cafe0001']))
    expect(await found('@annabel')).toHaveLength(2)
  })

  it('forgets a deleted item with all that hangs on it', async () => {
    await run('DELETE FROM gifs WHERE id = ?1', 'cat00002')
    expect(await found('sleepy')).toEqual([])
    const left = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM tags WHERE gif_id = ?1) + (SELECT count(*) FROM renditions WHERE gif_id = ?1) + (SELECT count(*) FROM category_items WHERE gif_id = ?1) AS n',
    )
      .bind('cat00002')
      .first('n')
    expect(left).toBe(0)
  })

  it('keeps what an item’s answer says of its files in one row, whatever is added, changed, and given up', async () => {
    const kept = async (id = 'many0027') => {
      const row = await env.DB.prepare('SELECT files, hash FROM item_files WHERE gif_id = ?1')
        .bind(id)
        .first<{ files: string; hash: string | null }>()
      return row && { hash: row.hash, files: JSON.parse(row.files) as unknown[][] }
    }
    const rows = await env.DB.prepare(
      "SELECT name, format, width, height, size, frames FROM renditions WHERE gif_id = 'many0027' ORDER BY name, format",
    ).raw<unknown[]>()
    expect(await kept()).toEqual({ hash: 'many0027-original.gif', files: rows })
    await run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES ('many0027', 'original', 'avif', 200, 100, 7, 24, 'm/small')`,
    )
    expect((await kept())?.files).toHaveLength(rows.length + 1)
    expect((await kept())?.files).toContainEqual(['original', 'avif', 200, 100, 7, 24])
    await run(
      "UPDATE renditions SET size = 8, r2_key = 'm/other' WHERE gif_id = 'many0027' AND name = 'original'",
    )
    expect(await kept()).toMatchObject({
      hash: 'other',
      files: expect.arrayContaining([['original', 'avif', 200, 100, 8, 24]]),
    })
    await run("DELETE FROM renditions WHERE gif_id = 'many0027'")
    expect(await kept()).toEqual({ hash: null, files: [] })
    await run("DELETE FROM gifs WHERE id = 'many0027'")
    expect(await kept()).toBeNull()
  })

  it('§7: reads a row or two of an item for all of its files', async () => {
    const { db, ran } = measuredDb(env.DB)
    const ids = Array.from({ length: 25 }, (_, i) => `many${String(i + 2).padStart(4, '0')}`)
    expect(await findGifs(db, ids)).toHaveLength(25)
    expect(ran.reduce((rows, { rowsRead }) => rows + rowsRead, 0)).toBeLessThanOrEqual(5 * ids.length)
  })

  it('counts a tag’s listed items, whatever is added, changed, hidden and deleted', async () => {
    const wrong = `
      SELECT count(*) AS n
        FROM (SELECT tag, count(*) AS items FROM tags JOIN gifs ON gifs.id = tags.gif_id WHERE is_listed = 1 GROUP BY tag) AS t
        FULL JOIN tag_counts AS c ON c.tag = t.tag WHERE c.items IS NOT t.items`
    const n = () => env.DB.prepare(wrong).first<number>('n')
    const newtag = async (sql: string) => {
      await run(sql)
      const { data } = await read('/v1/gifs/search/tags?q=newtag')
      return [await n(), data.length]
    }
    const added = await newtag(
      `INSERT INTO gifs (id, slug, title, type, rating, tags, import_datetime)
       VALUES ('counted', 'c', 'Counted', 'gif', 'y', '["word1","newtag","newtag"]', '2026-11-22')`,
    )
    expect(added).toEqual([0, 1])
    const of = (set: string) => newtag(`UPDATE gifs SET ${set} WHERE id = 'counted'`)
    expect(await of('is_hidden = 1, tags = \'["word2"]\'')).toEqual([0, 0])
    expect(await of('is_hidden = 0, tags = \'["word3","newtag"]\'')).toEqual([0, 1])
    expect(await of('heat = 10400')).toEqual([0, 1])
    expect(await of('is_removed = 1')).toEqual([0, 0])
    expect(await of('is_removed = 0, is_indexable = 0')).toEqual([0, 0])
    expect(await of('is_indexable = 1')).toEqual([0, 1])
    expect(await newtag("DELETE FROM gifs WHERE id = 'counted'")).toEqual([0, 0])
    expect(await env.DB.prepare("SELECT count(*) AS n FROM tag_counts WHERE tag = 'newtag'").first('n')).toBe(
      0,
    )
  })

  it('lists a subcategory in the order of heat, without what is hidden', async () => {
    const list = async (set: string) => {
      await run(`UPDATE gifs SET ${set} WHERE id = 'cat00001'`)
      return idsOf(await read('/v1/gifs/categories/animals/cats'))
    }
    expect(await list('heat = heat')).toEqual(['cafe0001', 'cat00001'])
    expect(await list('heat = heat + 4')).toEqual(['cat00001', 'cafe0001'])
    expect(await list('is_hidden = 1, heat = heat + 1')).toEqual(['cafe0001'])
    expect(await list('is_hidden = 0')).toEqual(['cat00001', 'cafe0001'])
  })

  it('is whole after all of it, and after the nightly work', async () => {
    await optimizeLibrary(env.DB)
    await run("INSERT INTO channel_words (channel_words) VALUES ('integrity-check')")
    expect(await found('zebra')).toEqual(['many0001'])
  })

  it('refuses what it cannot hold', async () => {
    const insert =
      "INSERT INTO gifs (id, slug, title, type, tags, import_datetime) VALUES (?1, 's', 't', ?2, ?3, '2026-01-01 00:00:00')"
    await expect(run(insert, 'bad00001', 'film', '[]')).rejects.toThrow(/CHECK/)
    await expect(run(insert, 'bad00001', 'gif', 'cat, dog')).rejects.toThrow(/CHECK|JSON/)
    await expect(run(insert, 'cat00001', 'gif', '[]')).rejects.toThrow(/UNIQUE/)
  })
})
