import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const LIST = '/api/v3/content-takedown/'

let stan: Visitor
let mia: Visitor

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
const STILL = new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61])

beforeAll(async () => {
  await addPeople([
    { username: 'stan', role: 'staff' },
    { username: 'mia', role: 'moderator' },
    { username: 'ann' },
  ])
  stan = await signedIn(site, 'stan')
  mia = await signedIn(site, 'mia')
  await env.DB.batch([
    run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT value, value, 'A ' || value, 'gif', '2026-11-01 10:00:00', 'id-ann' FROM json_each('["cat","dog","owl"]')`,
    ),
    run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, r2_key)
       VALUES ('cat', 'fixed_height_small_still', 'gif', 20, 10, ?1, 'm/cat-still.gif'), ('cat', 'original', 'gif', 200, 100, 9999, 'm/cat.gif')`,
      STILL.length,
    ),
    run(
      "INSERT INTO redirects (source, old_id, gif_id, created_at) VALUES ('giphy', 'old7', 'dog', '2026-11-01T00:00:00.000Z')",
    ),
  ])
  await env.MEDIA.put('m/cat-still.gif', STILL)
}, 60_000)

const takeDown = async (id: string, reason: string) =>
  ownAnswer(
    'takedown',
    await stan.call('POST /api/v3/content-takedown/takedown', {
      json: { takedowns: [{ gif_id: id, reason }] },
    }),
  )
const list = async (query = '') => ownAnswer('takedowns', await stan.call(`GET ${LIST}${query}`))

describe('T79: a takedown resolves first', () => {
  it('T79: each id is its item, by an old id too, or not in the library', async () => {
    const found = async (ids: string) =>
      (await ownAnswer('resolveTakedown', await stan.call(`GET ${LIST}resolve/?ids=${ids}`))).results
    expect(await found('cat,old7,typo-of-an-id')).toEqual([
      {
        id: 'cat',
        gif_id: 'cat',
        item: {
          title: 'A cat',
          rating: 'g',
          is_hidden: false,
          thumbnail: {
            url: expect.stringContaining('/media/cat/fixed_height_small_still.gif'),
            kind: 'still',
          },
          username: 'ann',
          is_removed: false,
        },
      },
      { id: 'old7', gif_id: 'dog', item: expect.objectContaining({ title: 'A dog' }) },
      { id: 'typo-of-an-id', gif_id: 'typo-of-an-id', item: null },
    ])
    const response = await mia.call(`GET ${LIST}resolve/?ids=cat`)
    expect([response.status, await run('SELECT count(*) AS n FROM removals').first('n')]).toEqual([403, 0])
    await response.body?.cancel()
  })

  it('T79: an id that is no item is blocked, and named as unknown', async () => {
    const json = {
      takedowns: ['owl', 'typo-of-an-id'].map((gif_id) => ({ gif_id, reason: 'Two lines' })),
    }
    const response = await stan.call('POST /api/v3/content-takedown/takedown', { json })
    const { takedowns } = await ownAnswer('takedown', response)
    expect(takedowns.map(({ gif_id, status }) => [gif_id, status])).toEqual([
      ['owl', 'removed'],
      ['typo-of-an-id', 'unknown'],
    ])
    await run('DELETE FROM removals').run()
  })

  it('T79: the list keeps title, owner, and a still that staff alone see', async () => {
    await takeDown('cat', 'A claim')
    const [row] = (await list('?q=a%20CAT')).results
    expect(row).toMatchObject({ gif_id: 'cat', title: 'A cat', username: 'ann', reason: 'A claim' })
    const { still } = await ownAnswer('takedownStill', await stan.call(`GET ${LIST}${row?.id}/still`))
    expect(still).toBe(`data:image/gif;base64,${btoa(String.fromCharCode(...STILL))}`)
    for (const [who, path, status] of [
      [site.visitor(), `${LIST}${row?.id}/still`, 401],
      [mia, `${LIST}${row?.id}/still`, 403],
      [stan, `${LIST}999/still`, 404],
      [stan, '/media/cat/fixed_height_small_still.gif', 410],
      [site.visitor(), '/media/cat/fixed_height_small_still.gif', 410],
    ] as const) {
      const response = await who.call(`GET ${path}`)
      await response.body?.cancel()
      expect([path, response.status]).toEqual([path, status])
    }
  })

  it('T79: an id that is nowhere has neither title nor still', async () => {
    await takeDown('nowhere', 'Blocked')
    const [row] = (await list('?q=nowhere')).results
    expect(row).toMatchObject({ title: '', username: '' })
    expect(await ownAnswer('takedownStill', await stan.call(`GET ${LIST}${row?.id}/still`))).toEqual({
      still: '',
    })
  })

  it('is found by title, reason, or owner, and by whether it was restored', async () => {
    await takeDown('owl', 'Privacy')
    const [owl] = (await list('?q=privacy')).results
    expect(owl?.gif_id).toBe('owl')
    await stan.call(`POST ${LIST}${owl?.id}/restore`, { form: {} })
    const ids = async (query: string) => (await list(query)).results.map(({ gif_id }) => gif_id)
    expect(await ids('?state=restored')).toEqual(['owl'])
    expect(await ids('?state=removed')).toEqual(['nowhere', 'cat'])
    expect(await ids('?q=ann&order=asc')).toEqual(['cat', 'owl'])
    expect(await ids('?q=%25')).toEqual([])
    expect(await list('?limit=1')).toMatchObject({ count: 3, next: expect.stringContaining('offset=1') })
  })
})

describe('T84: lists of known files', () => {
  const HASHES = '/api/v3/known-hashes/'
  const [sha, other] = ['0a'.repeat(32), '0b'.repeat(32)]
  const phash = ['0123456789abcdef', 'fedcba9876543210'].join('-')
  const add = async (lines: string, list = 'partners') =>
    ownAnswer('addKnownHashes', await stan.call(`POST ${HASHES}`, { json: { list, lines } }))
  const lists = async () => (await ownAnswer('knownHashes', await stan.call(`GET ${HASHES}`))).results
  const acts = async () => {
    const rows = run("SELECT action, target, reason FROM audit WHERE target LIKE 'hashes/%' ORDER BY id")
    return (await rows.all()).results.map((row) => Object.values(row).join(' '))
  }

  it('T84: a list is imported once, each wrong line is named, and what the library has is a case', async () => {
    await run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, r2_key, sha256)
       VALUES ('dog', 'original', 'gif', 200, 100, 9999, 'm/dog.gif', ?1)`,
      sha,
    ).run()
    const lines = [
      'kind,hash,list,added',
      `"SHA256","${sha.toUpperCase()}","theirs","2026-11-01"`,
      `phash,${phash}`,
      '',
      'md5,0a0a',
      `sha256,${sha.slice(1)}`,
      `sha256,${other}\r`,
      `sha256,${other}`,
    ].join('\n')
    expect(await add(lines)).toEqual({
      added: 3,
      known: 0,
      found: 1,
      wrong: [
        { line: 5, problem: 'the kind is one of sha256, phash' },
        { line: 6, problem: 'this is no sha256' },
      ],
    })
    expect(await add(lines)).toMatchObject({ added: 0, known: 3, found: 0 })
    expect(await acts()).toEqual(['hashes.add hashes/partners 3 added'])
    const found = await ownAnswer('case', await mia.call('GET /api/v3/cases/dog/'))
    const day = new Date().toISOString().slice(0, 10)
    expect(found.open).toMatchObject([
      { reasons: ['known'], additional_info: `Is a file of the list partners, imported on ${day}` },
    ])
    expect(await lists()).toContainEqual(expect.objectContaining({ list: 'partners', sha256: 2, phash: 1 }))
  })

  it('T84: the export has all lists and no one’s reason or ID, and an import takes it', async () => {
    // Files of items that were taken down before are read when their turn comes.
    await env.DB.exec("DELETE FROM removed_files WHERE substr(gif_id, 1, 5) <> 'list:'")
    const response = await stan.call(`GET ${HASHES}csv/`)
    expect(response.headers.get('Content-Type')).toContain('text/csv')
    const csv = await response.text()
    const day = new Date().toISOString().slice(0, 10)
    expect(csv.split('\r\n')).toEqual([
      '"kind","hash","list","added"',
      `"sha256","${sha}","partners","${day}"`,
      `"sha256","${other}","partners","${day}"`,
      `"phash","${phash}","partners","${day}"`,
      '',
    ])
    expect(await add(csv, 'copy')).toMatchObject({ added: 3, wrong: [] })
  })

  it('T84: a list is removed whole; a body is bounded; staff alone', async () => {
    for (const status of [204, 404]) expect((await stan.call(`DELETE ${HASHES}partners`)).status).toBe(status)
    expect((await lists()).map(({ list }) => list)).not.toContain('partners')
    expect((await acts()).at(-1)).toBe('hashes.remove hashes/partners ')
    const many = Array.from({ length: 502 }, () => `sha256,${sha}`).join('\n')
    for (const [who, what, json, status] of [
      [stan, `POST ${HASHES}`, { list: 'a b', lines: '' }, 400],
      [stan, `POST ${HASHES}`, { list: 'a', lines: many }, 400],
      [stan, `POST ${HASHES}`, { list: 'a', lines: 'x'.repeat(48_001) }, 400],
      [mia, `POST ${HASHES}`, { list: 'a', lines: `sha256,${sha}` }, 403],
      [mia, `GET ${HASHES}`, undefined, 403],
      [mia, `GET ${HASHES}csv/`, undefined, 403],
      [site.visitor(), `GET ${HASHES}csv/`, undefined, 401],
    ] as const) {
      const response = await who.call(what, json && { json })
      await response.body?.cancel()
      expect([what, response.status]).toEqual([what, status])
    }
  })
})
