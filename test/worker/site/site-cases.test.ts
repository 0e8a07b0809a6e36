import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CASE_UNDO_MS, CASES_MAX } from '../../../shared/schema/own/cases.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const CASES = '/api/v3/cases/'

let mia: Visitor
let moe: Visitor
let stan: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'mia', role: 'moderator' },
    { username: 'moe', role: 'moderator' },
    { username: 'stan', role: 'staff' },
    { username: 'ann' },
  ])
  mia = await signedIn(site, 'mia')
  moe = await signedIn(site, 'moe')
  stan = await signedIn(site, 'stan')
}, 60_000)

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
const AT = '2026-11-01T00:00:00.000Z'

const TABLES = ['moderation_batches', 'moderation_queue', 'moderations', 'removals', 'reports', 'gifs']
beforeEach(async () => {
  await env.DB.batch(TABLES.map((table) => run(`DELETE FROM ${table}`)))
  await run(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, rating)
     SELECT value, value, value, 'gif', '2026-11-01 10:00:00', iif(value = 'mias', 'id-mia', 'id-ann'), iif(value = 'dog', 'pg', 'g')
       FROM json_each('["cat","dog","owl","mias"]')`,
  ).run()
})
afterEach(() => void vi.useRealTimers())

/** Reports of an item, each by another network. */
async function reported(gif: string, reasons: readonly string[], at = AT): Promise<void> {
  await run(
    `INSERT INTO reports (gif_id, reasons, anonymous, visitor, created_at)
     SELECT ?1, json_array(value), 0, ?1 || ?3 || key, ?3 FROM json_each(?2)`,
    gif,
    JSON.stringify(reasons),
    at,
  ).run()
}

const list = async (who: Visitor, query = '') => ownAnswer('cases', await who.call(`GET ${CASES}${query}`))
const ids = async (who: Visitor, query = '') => (await list(who, query)).results.map(({ id }) => id)
const one = async (who: Visitor, id: string) => ownAnswer('case', await who.call(`GET ${CASES}${id}/`))
const decide = async (who: Visitor, json: object) =>
  ownAnswer('decideCases', await who.call(`POST ${CASES}decide`, { json }))
const status = async (who: Visitor, what: string, options?: Parameters<Visitor['call']>[1]) => {
  const response = await who.call(what, options)
  await response.body?.cancel()
  return response.status
}
const undo = (who: Visitor, act: string) => who.call(`POST ${CASES}undo`, { form: { act } })

const reportsOf = async (gif: string) =>
  (
    await run('SELECT state, decided_by, note FROM reports WHERE gif_id = ?1 ORDER BY id', gif).all<{
      state: string
      decided_by: string | null
      note: string
    }>()
  ).results
const states = async (gif: string) => (await reportsOf(gif)).map(({ state }) => state)
const queue = async () =>
  (await run('SELECT gif_id FROM moderation_queue ORDER BY gif_id').all<{ gif_id: string }>()).results.map(
    ({ gif_id }) => gif_id,
  )
const itemOf = (gif: string) =>
  run('SELECT rating, is_hidden, is_removed FROM gifs WHERE id = ?1', gif).first()

/** What is decided about as it is now. */
const asSeen = async (who: Visitor, ...gifs: string[]) =>
  Promise.all(gifs.map(async (id) => ({ id, version: (await one(who, id)).version })))

describe('the list of cases', () => {
  it('has an item once, with all that is open about it', async () => {
    await reported('cat', ['hate', 'spam', 'hate'])
    await run(
      "INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES ('owl', 'uploads', ?1)",
      AT,
    ).run()
    const { results, count } = await list(mia)
    expect(count).toBe(2)
    expect(results.find(({ id }) => id === 'cat')).toMatchObject({
      kinds: ['report'],
      reports: 3,
      reasons: expect.arrayContaining(['hate', 'spam']),
      opened_at: AT,
      held_by: null,
      item: { id: 'cat', title: 'cat', username: 'ann', rating: 'g', is_removed: false, view_count: 0 },
    })
    expect(results.find(({ id }) => id === 'owl')).toMatchObject({
      kinds: ['upload'],
      reports: 0,
      reasons: [],
    })
  })

  it('is filtered and sorted, in pages', async () => {
    await reported('dog', ['spam'], '2026-11-03T00:00:00.000Z')
    await reported('cat', ['hate', 'spam'], '2026-11-04T00:00:00.000Z')
    await run(
      "INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES ('owl', 'uploads', ?1)",
      AT,
    ).run()
    expect(await ids(mia)).toEqual(['owl', 'dog', 'cat'])
    expect(await ids(mia, '?sort=reports')).toEqual(['cat', 'dog', 'owl'])
    expect(await ids(mia, '?kind=upload')).toEqual(['owl'])
    expect(await ids(mia, '?reason=hate')).toEqual(['cat'])
    expect(await ids(mia, '?rating=pg')).toEqual(['dog'])
    expect(await ids(mia, '?owner=ANN')).toHaveLength(3)
    expect(await ids(mia, '?owner=mia')).toEqual([])
    expect(await ids(mia, '?before=2026-11-02T00:00:00Z')).toEqual(['owl'])
    expect(await list(mia, '?limit=1&offset=1')).toMatchObject({ results: [{ id: 'dog' }], count: 3 })
    expect(await list(mia, '?offset=9')).toEqual({ results: [], count: 3 })
    expect(await status(mia, `GET ${CASES}?kind=other`)).toBe(400)
  })

  it('a provider’s item that was reported is a case without an item', async () => {
    await reported('far', ['spam'])
    expect(await one(mia, 'far')).toMatchObject({ id: 'far', item: null, owner: null, reports: 1 })
    expect(await decide(mia, { cases: [{ id: 'far' }], decision: 'hide' })).toMatchObject({
      results: [{ id: 'far', result: 'unknown' }],
    })
    const { act, results } = await decide(stan, { cases: await asSeen(stan, 'far'), decision: 'remove' })
    expect([results[0]?.result, await states('far')]).toEqual(['decided', ['accepted']])
    expect(await status(site.visitor(), 'GET /v1/gifs/far')).toBe(410)
    expect(await ids(mia)).toEqual([])
    expect((await undo(mia, act)).status).toBe(403)
    expect(await ownAnswer('undoCases', await undo(stan, act))).toEqual({ results: ['far'] })
    expect([await states('far'), await ids(mia)]).toEqual([['open'], ['far']])
  })
})

describe('one case', () => {
  it('tells of its owner, their others, what was decided, and what is open', async () => {
    await reported('cat', ['hate'])
    await run("UPDATE gifs SET is_removed = 1 WHERE id = 'dog'").run()
    await decide(stan, { cases: [{ id: 'owl' }], decision: 'hide', reason: 'rude', template: 'hate' })
    expect(await one(mia, 'cat')).toMatchObject({
      owner: {
        username: 'ann',
        state: 'active',
        items: 3,
        removed: 1,
        hidden: 1,
        warned: 0,
        others: [{ id: 'owl' }],
      },
      open: [{ gif_id: 'cat', reasons: ['hate'], state: 'open' }],
      decisions: [],
      history: [],
    })
    expect(await one(stan, 'owl')).toMatchObject({
      kinds: [],
      opened_at: null,
      decisions: [{ action: 'hide', by: 'stan', reason: 'rude', template: 'hate', undone_at: null }],
      history: expect.arrayContaining([expect.objectContaining({ action: 'gif.hide', target: 'gif/owl' })]),
    })
    expect(await status(mia, `GET ${CASES}none/`)).toBe(404)
  })
})

describe('one decision', () => {
  it.each([
    ['approve', 'rejected', { rating: 'g', is_hidden: 0, is_removed: 0 }],
    ['rating', 'accepted', { rating: 'r', is_hidden: 0, is_removed: 0 }],
    ['hide', 'accepted', { rating: 'g', is_hidden: 1, is_removed: 0 }],
    ['remove', 'accepted', { rating: 'g', is_hidden: 0, is_removed: 1 }],
  ])('%s closes all of a case, and undo opens it again', async (decision, closed, after) => {
    await reported('cat', ['hate', 'spam', 'other'])
    const before = await itemOf('cat')
    const rating = decision === 'rating' ? { rating: 'r' } : {}
    const cases = await asSeen(stan, 'cat')
    const { act, results } = await decide(stan, { cases, decision, ...rating, note: 'seen' })
    expect(results).toEqual([{ id: 'cat', result: 'decided', by: null, at: null }])
    const report = { state: closed, decided_by: 'stan', note: 'seen' }
    expect([await reportsOf('cat'), await queue(), await itemOf('cat')]).toEqual([
      [report, report, report],
      [],
      after,
    ])
    expect(await ids(stan)).toEqual([])
    expect(await ownAnswer('undoCases', await undo(stan, act))).toEqual({ results: ['cat'] })
    expect([await states('cat'), await queue(), await itemOf('cat')]).toEqual([
      ['open', 'open', 'open'],
      ['cat'],
      before,
    ])
    const again = await one(stan, 'cat')
    expect(again).toMatchObject({
      reports: 3,
      opened_at: AT,
      decisions: [{ act, undone_at: expect.any(String), undone_by: 'stan' }],
    })
    expect((await undo(stan, act)).status).toBe(409)
  })

  it('shows again what a moderator has hidden, where nothing is wrong with it', async () => {
    await decide(mia, { cases: [{ id: 'cat' }], decision: 'hide' })
    await reported('cat', ['spam'])
    const { act } = await decide(moe, { cases: await asSeen(moe, 'cat'), decision: 'approve' })
    expect(await itemOf('cat')).toMatchObject({ is_hidden: 0 })
    await undo(moe, act)
    expect(await itemOf('cat')).toMatchObject({ is_hidden: 1 })
  })

  it('leaves hidden what is hidden because of its person', async () => {
    await run(
      "INSERT INTO held_items (user_id, cause, gif_id, created_at) VALUES ('id-ann', 'suspended', 'cat', ?1)",
      AT,
    ).run()
    await reported('cat', ['spam'])
    await decide(moe, { cases: await asSeen(moe, 'cat'), decision: 'approve' })
    expect([await states('cat'), await itemOf('cat')]).toEqual([
      ['rejected'],
      expect.objectContaining({ is_hidden: 1 }),
    ])
  })

  it('is for many at once, each with its own result, and is bounded', async () => {
    await reported('cat', ['spam'])
    await reported('dog', ['spam'])
    await reported('mias', ['spam'])
    const { act, results } = await decide(mia, {
      cases: [...(await asSeen(mia, 'cat', 'dog')), { id: 'mias' }, { id: 'none' }],
      decision: 'rating',
      rating: 'r',
    })
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ['cat', 'decided'],
      ['dog', 'decided'],
      ['mias', 'own'],
      ['none', 'unknown'],
    ])
    expect(await ownAnswer('undoCases', await undo(mia, act))).toEqual({ results: ['cat', 'dog'] })
    const many = Array.from({ length: CASES_MAX + 1 }, (_, n) => ({ id: `x${n}` }))
    for (const json of [
      { cases: many, decision: 'approve' },
      { cases: [], decision: 'approve' },
      { cases: [{ id: 'cat' }], decision: 'rating' },
      { cases: [{ id: 'cat' }], decision: 'undo' },
      { cases: [{ id: 'cat', version: 'x' }], decision: 'hide' },
    ])
      expect(await status(mia, `POST ${CASES}decide`, { json })).toBe(400)
  })

  it('is taken back within an hour, by who made it, or staff', async () => {
    await reported('cat', ['spam'])
    const { act } = await decide(mia, { cases: await asSeen(mia, 'cat'), decision: 'hide' })
    expect((await undo(moe, act)).status).toBe(403)
    expect((await undo(mia, 'none')).status).toBe(404)
    vi.useFakeTimers({ now: Date.now() + CASE_UNDO_MS + 1000, toFake: ['Date'] })
    expect((await undo(mia, act)).status).toBe(409)
    vi.useRealTimers()
    expect((await undo(stan, act)).status).toBe(200)
  })

  it.each([
    ['a GIF’s moderation', () => mia.call('POST /api/v1/gifs/cat/moderation', { form: { action: 'hide' } })],
    [
      'a takedown',
      () =>
        stan.call('POST /api/v3/content-takedown/takedown', {
          json: { takedowns: [{ gif_id: 'cat', reason: 'asked' }] },
        }),
    ],
    [
      'a batch',
      async () => {
        const batch = await ownAnswer(
          'assignBatchAction',
          await mia.call('POST /api/v1/moderation/gif-batch-actions/', { form: { job_id: 'reports' } }),
        )
        return mia.call(`PUT /api/v1/moderation/gif-batch-actions/${batch?.id}/`, {
          form: { action: 'hide' },
        })
      },
    ],
  ])('§7 %s closes the case, too', async (_, call) => {
    await reported('cat', ['hate', 'spam'])
    expect((await call()).status).toBe(200)
    expect([await states('cat'), await queue(), await ids(stan)]).toEqual([['accepted', 'accepted'], [], []])
  })

  it('§7 ten reported items that are decided in the queue leave no report open', async () => {
    const gifs = Array.from({ length: 10 }, (_, n) => `many${n}`)
    await run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT value, value, value, 'gif', '2026-11-01 10:00:00', 'id-ann' FROM json_each(?1)`,
      JSON.stringify(gifs),
    ).run()
    for (const [at, gif] of gifs.entries())
      await reported(
        gif,
        Array.from({ length: at + 2 }, () => 'spam'),
      )
    for (const gif of gifs)
      await mia.call(`POST /api/v1/gifs/${gif}/moderation`, { form: { action: 'approve' } })
    const open = await run("SELECT count(*) AS n FROM reports WHERE state = 'open'").first('n')
    expect([open, await ids(mia)]).toEqual([0, []])
  })

  it('the last report that is decided by itself closes the case', async () => {
    await reported('cat', ['hate', 'spam'])
    const { results } = (await (await mia.call('GET /api/v3/reports/?order=asc')).json()) as {
      results: { id: number }[]
    }
    const put = (state: string, at: number) =>
      mia.call(`PUT /api/v3/reports/${results[at]?.id}/`, { form: { state } })
    await put('rejected', 0)
    expect(await queue()).toEqual(['cat'])
    await put('rejected', 1)
    expect([await queue(), await ids(mia)]).toEqual([[], []])
    await put('open', 1)
    expect([await queue(), await ids(mia)]).toEqual([['cat'], ['cat']])
  })
})

describe('T75: a decision is about what was seen', () => {
  it('T75: the second of two is told who decided, and changes nothing', async () => {
    await reported('cat', ['spam'])
    const seen = await asSeen(mia, 'cat')
    await decide(mia, { cases: seen, decision: 'hide' })
    const { results } = await decide(moe, { cases: seen, decision: 'approve' })
    expect(results).toEqual([{ id: 'cat', result: 'conflict', by: 'mia', at: expect.any(String) }])
    expect([await itemOf('cat'), await states('cat')]).toEqual([
      { rating: 'g', is_hidden: 1, is_removed: 0 },
      ['accepted'],
    ])
  })

  it('T75: of many at the same time, one decides', async () => {
    await reported('cat', ['spam'])
    const seen = await asSeen(stan, 'cat')
    const people = [mia, moe, stan, mia, moe, stan]
    const answers = await Promise.all(people.map((who) => decide(who, { cases: seen, decision: 'hide' })))
    const results = answers.map(({ results }) => results[0]?.result).sort()
    expect(results).toEqual([...Array.from({ length: 5 }, () => 'conflict'), 'decided'])
    expect(await run('SELECT count(*) AS n FROM moderations').first('n')).toBe(1)
  })

  it('T75: a report that comes in between stays open, and waits; another version is refused', async () => {
    await reported('cat', ['spam'])
    const seen = await asSeen(mia, 'cat')
    await reported('cat', ['hate'], '2026-11-05T00:00:00.000Z')
    await decide(mia, { cases: seen, decision: 'approve' })
    expect([await states('cat'), await queue()]).toEqual([['rejected', 'open'], ['cat']])
    const next = await asSeen(mia, 'cat')
    await run("UPDATE gifs SET title = 'other' WHERE id = 'cat'").run()
    expect((await decide(mia, { cases: next, decision: 'approve' })).results[0]?.result).toBe('changed')
    expect(await states('cat')).toEqual(['rejected', 'open'])
  })

  it('T75: what another moderator has in a batch is theirs', async () => {
    await reported('cat', ['spam'])
    await moe.call('POST /api/v1/moderation/gif-batch-actions/', { form: { job_id: 'reports' } })
    expect(await one(mia, 'cat')).toMatchObject({ held_by: 'moe' })
    const { results } = await decide(mia, { cases: await asSeen(mia, 'cat'), decision: 'hide' })
    expect(results).toEqual([{ id: 'cat', result: 'held', by: 'moe', at: null }])
  })
})

describe('T81: a decision and the person', () => {
  const person = () =>
    run("SELECT standing, standing_reason FROM users WHERE id = 'id-ann'").first<{
      standing: string
      standing_reason: string
    }>()
  const mails = async () =>
    (
      await run("SELECT subject, text FROM outbox WHERE recipient = 'ann@example.test' ORDER BY id").all<{
        subject: string
        text: string
      }>()
    ).results
  const measured = async (measure: string, more: object = {}) =>
    decide(stan, { cases: await asSeen(stan, 'cat'), decision: 'hide', person: measure, ...more })

  beforeEach(async () => {
    await env.DB.batch([
      ...['measures', 'outbox', 'held_items', 'item_works'].map((table) => run(`DELETE FROM ${table}`)),
      run("UPDATE users SET standing = 'active', standing_reason = '', language = 'de' WHERE id = 'id-ann'"),
      run(
        `INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES ('t', 't', 'id-ann', 'T', ?1) ON CONFLICT DO NOTHING`,
        AT,
      ),
    ])
  })

  it('T81: suspends with the item in one batch, mails the reason in their language, and undo gives the state back', async () => {
    await reported('cat', ['hate'])
    const { act, person: done } = await measured('suspended', { template: 'hate', reason: 'The third time' })
    const said = 'Unsere Regeln erlauben keinen Hass gegen eine Gruppe. The third time'
    expect([done, await person()]).toEqual(['suspended', { standing: 'suspended', standing_reason: said }])
    expect(await run("SELECT count(*) AS n FROM tokens WHERE user_id = 'id-ann'").first('n')).toBe(0)
    expect(await run("SELECT is_hidden FROM gifs WHERE id = 'dog'").first('is_hidden')).toBe(1)
    const sent = await mails()
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Dein Konto bei Loopframe ist gesperrt',
      'Dein GIF bei Loopframe wurde ausgeblendet',
    ])
    expect(sent[0]?.text).toContain(`„${said}“`)
    expect((await one(stan, 'cat')).decisions[0]).toMatchObject({ act, action: 'hide', person: 'suspended' })

    expect((await undo(stan, act)).status).toBe(200)
    expect(await person()).toEqual({ standing: 'active', standing_reason: '' })
    expect(await run("SELECT is_hidden FROM gifs WHERE id = 'dog'").first('is_hidden')).toBe(0)
    expect((await mails()).map(({ subject }) => subject)).toContain(
      'Dein Konto bei Loopframe ist wieder aktiv',
    )
    expect(
      (
        await run(
          "SELECT action, reason FROM audit WHERE target = 'user/id-ann' ORDER BY id DESC LIMIT 2",
        ).all()
      ).results,
    ).toEqual([
      { action: 'user.state', reason: 'active: undo' },
      { action: 'user.state', reason: `suspended: ${said}` },
    ])
  })

  it('T81: a warning is counted for staff until it is taken back, and each is mailed', async () => {
    await reported('cat', ['spam'])
    const { act, person: done } = await measured('warn', { reason: 'Read the rules' })
    await reported('cat', ['spam'], '2026-11-06T00:00:00.000Z')
    const warnedFor = async (who: Visitor) => (await one(who, 'cat')).owner?.warned
    expect([done, await warnedFor(stan), await warnedFor(mia), (await person())?.standing]).toEqual([
      'warn',
      1,
      0,
      'active',
    ])
    await undo(stan, act)
    expect(await warnedFor(stan)).toBe(0)
    const subjects = (await mails()).map(({ subject }) => subject)
    expect(subjects).toContain('Eine Verwarnung von Loopframe')
    expect(subjects).toContain('Deine Verwarnung bei Loopframe ist aufgehoben')
  })

  it('T81: a state is not made milder, nor set without its decision, and what staff set since stays', async () => {
    await reported('cat', ['spam'])
    const stale = await asSeen(stan, 'cat')
    const { act } = await measured('limited', { reason: 'Slow down' })
    const again = { decision: 'hide', reason: 'Stop', person: 'suspended', cases: stale }
    const { results, person: late } = await decide(stan, again)
    expect([results[0]?.result, late, (await person())?.standing]).toEqual(['conflict', '', 'limited'])
    await run(
      "UPDATE users SET standing = 'suspended', standing_reason = 'By hand' WHERE id = 'id-ann'",
    ).run()
    const milder = await decide(stan, {
      cases: await asSeen(stan, 'dog'),
      decision: 'hide',
      person: 'limited',
      reason: 'Again',
    })
    expect([milder.person, (await one(stan, 'dog')).decisions[0]?.person]).toEqual(['', ''])
    await undo(stan, act)
    expect(await person()).toEqual({ standing: 'suspended', standing_reason: 'By hand' })
  })

  it('T81: staff alone, soon after they have signed in, with a reason, about one person', async () => {
    await reported('cat', ['spam'])
    const cases = await asSeen(stan, 'cat')
    const json = { cases, decision: 'approve', person: 'warn', reason: 'No' }
    const decided = (who: Visitor, changed: object = {}) =>
      status(who, `POST ${CASES}decide`, { json: { ...json, ...changed } })
    expect(await decided(mia)).toBe(403)
    expect(await decided(stan, { reason: '' })).toBe(400)
    expect(await decided(stan, { cases: [...cases, { id: 'mias' }] })).toBe(400)
    await run(
      "UPDATE sessions SET created_at = ?1, confirmed_at = '' WHERE user_id = 'id-stan'",
      new Date(Date.now() - 20 * 60 * 1000).toISOString(),
    ).run()
    expect(await decided(stan)).toBe(403)
    expect([await states('cat'), await mails(), (await person())?.standing]).toEqual([['open'], [], 'active'])
  })
})

describe('T76: who sees and decides', () => {
  it('T76: no one sees or decides a case of their own', async () => {
    await reported('mias', ['spam'])
    expect([await ids(mia), await ids(moe)]).toEqual([[], ['mias']])
    expect(await status(mia, `GET ${CASES}mias/`)).toBe(403)
    const { results } = await decide(mia, { cases: [{ id: 'mias' }], decision: 'approve' })
    expect([results[0]?.result, await states('mias')]).toEqual(['own', ['open']])
  })

  it('T76: moderators take nothing down, nor see what was', async () => {
    await reported('cat', ['spam'])
    const remove = { cases: [{ id: 'cat' }], decision: 'remove' }
    expect(await status(mia, `POST ${CASES}decide`, { json: remove })).toBe(403)
    await decide(stan, remove)
    expect(await status(mia, `GET ${CASES}cat/`)).toBe(410)
    expect(await one(stan, 'cat')).toMatchObject({ item: { is_removed: true } })
  })
})
