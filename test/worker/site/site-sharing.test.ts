import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../../origin/bounds.ts'
import { SHARES_RECEIVED } from '../../../origin/site/gif-pages/instashare.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { mailsTo } from '../../fixtures/upstreams/outbox.ts'

const SHARE = 'POST /ajax/instashare/'
const EVA = 'eva@example.org'
const JOBS = { send: vi.fn(async () => ({})) }
const site = embeddedSite({ JOBS, MAIL: undefined })
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  ann = await somebodyNew(site, { username: 'ann' })
  bob = await somebodyNew(site, { username: 'bob.shop.example' })
  await somebodyNew(site, { username: 'shy' })
  await somebodyNew(site, { username: 'new' })
  const insert = env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, is_hidden, is_removed)
     VALUES (?1, 'buy-at-spam-example', 'Buy at spam.example', 'gif', '2026-11-01 10:00:00', 'id-ann', ?2, ?3)`,
  )
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET is_public = 0 WHERE username = 'shy'"),
    env.DB.prepare("UPDATE users SET state = 'unconfirmed' WHERE username = 'new'"),
    insert.bind('cat', 0, 0),
    insert.bind('dog', 0, 0),
    insert.bind('hidden', 1, 0),
    insert.bind('down', 0, 1),
    env.DB.prepare(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES ('cat', 'original', 'gif', 200, 100, 1000, 24, 'm/cat.gif')`,
    ),
  ])
})

beforeEach(() =>
  env.DB.batch(['shares', 'outbox', 'spent'].map((table) => env.DB.prepare(`DELETE FROM ${table}`))),
)

const share = async (who: Visitor, to: string, gif_id = 'cat', headers: Record<string, string> = {}) => {
  const response = await who.call(SHARE, { form: { gif_id, to }, headers })
  return { status: response.status, text: await response.text() }
}
const allMails = async () => Number(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n'))

describe('§7 an item is shared by mail', () => {
  it('to an address, in our words and with the item’s address alone, and its mail is sent', async () => {
    JOBS.send.mockClear()
    expect(await share(ann, EVA)).toEqual({ status: 204, text: '' })
    const [mail, ...more] = await mailsTo(EVA)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'A GIF for you' })
    expect(mail?.text).toBe(
      'Hi,\n\n@ann sent you a GIF on Loopframe:\nhttps://loop.test/gifs/cat\n\nIf you don’t know @ann, ignore this email.',
    )
    expect(JOBS.send).toHaveBeenCalledWith({ kind: 'mail', id: mail?.id })
    expect((await site.visitor().call('GET /gifs/cat')).headers.get('Location')).toBe(
      '/gifs/buy-at-spam-example-cat',
    )
  })

  it.each(languages)('in the language of the sender’s browser: %s', async (language) => {
    await share(ann, EVA, 'cat', { 'Accept-Language': language })
    const [mail] = await mailsTo(EVA)
    expect(mail?.text).toContain('@ann')
    expect(mail?.text).toContain('https://loop.test/gifs/cat')
    expect(mail?.text).not.toMatch(/[{}]/)
  })

  it.each(['bob.shop.example', '@Bob.Shop.Example'])('to %s, whose address nobody is shown', async (to) => {
    const answer = await share(ann, to)
    expect(answer).toEqual({ status: 204, text: '' })
    expect(await mailsTo('bob.shop.example@example.test')).toHaveLength(1)
  })

  it('a sender’s name makes no link in a mail', async () => {
    await share(bob, EVA)
    const [mail] = await mailsTo(EVA)
    expect(mail?.text).not.toContain('shop.example')
    expect(mail?.text.replaceAll('\u2060', '')).toContain('@bob.shop.example')
  })

  it.each(['nobody', 'shy', 'new'])('T33: to %s nothing goes, and nothing tells', async (to) => {
    expect(await share(ann, to)).toEqual(await share(ann, 'bob.shop.example', 'dog'))
    expect(await allMails()).toBe(1)
  })

  it('a repetition of the day sends nothing more, an other item does', async () => {
    for (const gif of ['cat', 'cat', 'dog', 'cat']) expect((await share(ann, EVA, gif)).status).toBe(204)
    expect((await share(ann, EVA.toUpperCase())).status).toBe(204)
    expect(await allMails()).toBe(2)
    const twice = await Promise.all([1, 2].map(async () => (await share(bob, EVA)).status))
    expect([twice, await allMails()]).toEqual([[204, 204], 3])
  })
})

describe('T26: nobody spams by it', () => {
  it('a person sends some a day, whether they arrive or not', async () => {
    const to = (n: number) => (n % 2 ? `nobody${n}` : `eva${n}@example.org`)
    for (let n = 0; n < BOUNDS.shares.aDay; n++) expect((await share(ann, to(n))).status).toBe(204)
    const refused = await ann.call(SHARE, { form: { gif_id: 'cat', to: 'one@example.org' } })
    const wait = Number(refused.headers.get('Retry-After'))
    expect([refused.status, wait > 0 && wait <= 86_400]).toEqual([429, true])
    // What was shared before stays so, and somebody else may still.
    expect((await share(ann, to(0))).status).toBe(204)
    expect((await share(bob, 'one@example.org')).status).toBe(204)
    expect(await allMails()).toBe(BOUNDS.shares.aDay / 2 + 1)
  })

  it('an address gets some a day, whoever sends them, and nobody is told', async () => {
    const senders = Array.from({ length: SHARES_RECEIVED + 2 }, (_, n) => `sender${Date.now()}${n}`)
    for (const username of senders) {
      expect((await share(await somebodyNew(site, { username }), EVA)).status).toBe(204)
    }
    expect(await mailsTo(EVA)).toHaveLength(SHARES_RECEIVED)
  })

  it.each([
    'eva@example.org,bob@example.org',
    'eva,bob@example.org',
    'eva@example.org\nBcc: all@example.org',
    'Eva <eva@example.org>',
    '"eva bob"@example.org',
    'eva@localhost',
    'eva@@example.org',
    '',
    'two words',
  ])('%j is not one address', async (to) => {
    const { status, text } = await share(ann, to)
    expect([status, Object.keys(JSON.parse(text).error.detail)]).toEqual([400, ['to']])
    expect(await allMails()).toBe(0)
  })

  it.each([
    ['hidden', 400],
    ['unknown', 404],
    ['down', 410],
  ])('an item that is %s is not shared', async (gif, status) => {
    expect((await share(ann, EVA, gif)).status).toBe(status)
    if (gif === 'hidden') expect((await share(bob, EVA, gif)).status).toBe(404)
    expect(await allMails()).toBe(0)
  })

  it('visitors share nothing', async () => {
    const visitor = site.visitor()
    await (await visitor.call('GET /login/check')).text()
    expect((await share(visitor, EVA)).status).toBe(401)
  })
})

describe('§7 a tweet is prepared', () => {
  const tweet = async (form: Record<string, string>, who = bob) =>
    ownAnswer('twitterUpload', await who.call('POST /ajax/twitter_upload', { form }))

  it('with its text, the address that posts it, and the picture’s', async () => {
    const page = 'https://loop.test/gifs/buy-at-spam-example-cat'
    expect(await tweet({ gif_id: 'cat', status: 'Look & laugh' })).toEqual({
      id: 'cat',
      url: `https://twitter.com/intent/tweet?url=${encodeURIComponent(page)}&text=Look%20%26%20laugh`,
      text: 'Look & laugh',
      media_url: expect.stringMatching(/^https:\/\/loop\.test\/media\/cat\/original\.gif/),
    })
    expect(await tweet({ gif_id: 'cat' })).toMatchObject({ text: 'Buy at spam.example' })
  })

  it.each([
    ['hidden', 400],
    ['unknown', 404],
    ['down', 410],
  ])('of no item that is %s', async (gif_id, status) => {
    expect((await ann.call('POST /ajax/twitter_upload', { form: { gif_id } })).status).toBe(status)
  })
})
