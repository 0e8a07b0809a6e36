import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../../origin/bounds.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

let mia: Visitor
let stan: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'mia', role: 'moderator' },
    { username: 'stan', role: 'staff' },
    { username: 'ann' },
  ])
  await run("UPDATE users SET language = 'de' WHERE username = 'ann'").run()
  mia = await signedIn(site, 'mia')
  stan = await signedIn(site, 'stan')
}, 60_000)

beforeEach(async () => {
  const tables = ['claims', 'reports', 'moderation_queue', 'moderations', 'removals', 'outbox', 'gifs']
  await env.DB.batch(tables.map((table) => run(`DELETE FROM ${table}`)))
  await run(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
     SELECT value, 'a-' || value, 'A ' || value, 'gif', '2026-11-01 10:00:00', 'id-ann' FROM json_each('["cat","dog"]')`,
  ).run()
})
afterEach(() => void vi.useRealTimers())

/** Someone whose pages have given them a csrftoken. */
function visitor(): Visitor {
  const someone = site.visitor()
  someone.cookies.set('csrftoken', 'first')
  return someone
}

const CLAIM = {
  address: `${HERE}/gifs/a-cat`,
  kind: 'copyright',
  name: 'Cleo',
  email: 'cleo@example.test',
  explanation: 'I drew this cat in 2024, see my page.',
  good_faith: 'true',
  language: 'fr',
}
const status = async (who: Visitor, what: string, form: Record<string, string>) => {
  const response = await who.call(what, { form })
  await response.body?.cancel()
  return response.status
}
const claim = (more: Partial<typeof CLAIM> = {}) =>
  status(visitor(), 'POST /api/v3/claims/', { ...CLAIM, ...more })
const cases = async (who: Visitor) =>
  (await ownAnswer('cases', await who.call('GET /api/v3/cases/'))).results.map(({ id, kinds }) => [id, kinds])
const one = async (id: string) => ownAnswer('case', await stan.call(`GET /api/v3/cases/${id}/`))
const decide = async (id: string, decision: string, more: object = {}) => {
  const seen = [{ id, version: (await one(id)).version }]
  const json = { cases: seen, decision, ...more }
  const { act, results } = await ownAnswer(
    'decideCases',
    await stan.call('POST /api/v3/cases/decide', { json }),
  )
  expect(results[0]?.result).toBe('decided')
  return act
}
const mails = async (to: string) =>
  (
    await run('SELECT subject, text FROM outbox WHERE recipient = ?1 ORDER BY id', to).all<{
      subject: string
      text: string
    }>()
  ).results
const tokenIn = (text = '') => /\/object\?token=([\w.~-]+)$/m.exec(text)?.[1] ?? ''
const claims = async () => (await run('SELECT gif_id, kind, state FROM claims ORDER BY id').all()).results

describe('a claim (article 16)', () => {
  it('goes its whole way: received, a case, decided, and told to both in their languages', async () => {
    expect(await claim()).toBe(204)
    const [received] = await mails('cleo@example.test')
    expect(received?.subject).toBe('Votre réclamation est arrivée chez Loopframe')
    expect(received?.text).toContain(`${HERE}/gifs/cat`)
    expect(await cases(stan)).toEqual([['cat', ['claim']]])
    expect((await one('cat')).claims).toMatchObject([
      { kind: 'copyright', name: 'Cleo', email: 'cleo@example.test', address: CLAIM.address },
    ])
    await decide('cat', 'remove', { reason: 'Proven', template: 'copyright' })
    expect(await claims()).toEqual([{ gif_id: 'cat', kind: 'copyright', state: 'accepted' }])
    expect(await cases(stan)).toEqual([])
    const [, answer] = await mails('cleo@example.test')
    expect(answer).toMatchObject({
      subject: expect.stringContaining('décision'),
      text: expect.stringContaining('«\u00a0Proven\u00a0»'),
    })
    const [owner] = await mails('ann@example.test')
    expect(owner?.subject).toBe('Dein GIF bei Loopframe wurde gesperrt')
    for (const part of [
      '„A cat“ (cat)',
      'Die Rechte daran gehören jemand anderem.',
      '„Proven“',
      'Dazu gab es eine Beschwerde.',
    ])
      expect(owner?.text).toContain(part)
    expect(tokenIn(owner?.text)).not.toBe('')
  })

  it('is dismissed where nothing is wrong, and the owner hears nothing', async () => {
    await claim()
    await decide('cat', 'approve', { reason: 'No proof' })
    expect(await claims()).toEqual([{ gif_id: 'cat', kind: 'copyright', state: 'rejected' }])
    expect([(await mails('cleo@example.test')).length, await mails('ann@example.test')]).toEqual([2, []])
  })

  it.each([
    ['another site', { address: 'https://other.example/gifs/a-cat' }],
    ['an unknown item', { address: `${HERE}/gifs/none` }],
    ['no item', { address: `${HERE}/cat` }],
    ['no explanation', { explanation: 'short' }],
    ['no good faith', { good_faith: 'false' }],
    ['no address', { email: 'cleo' }],
    ['another kind', { kind: 'objection' }],
  ])('is refused for %s', async (_, more) => {
    expect([await claim(more), await claims()]).toEqual([400, []])
  })

  it('is answered also where a takedown or a call of §7 decides it, with what was done', async () => {
    await claim()
    await claim({ address: `${HERE}/gifs/a-dog` })
    const json = { takedowns: [{ gif_id: 'cat', reason: 'Seen the original' }] }
    await (await stan.call('POST /api/v3/content-takedown/takedown', { json })).text()
    expect(
      await status(stan, 'POST /api/v1/gifs/dog/moderation', { action: 'hide', reason: 'A proof' }),
    ).toBe(200)
    const answers = (await mails('cleo@example.test')).slice(2).map(({ text }) => text)
    expect(answers).toEqual([
      expect.stringMatching(/il a été retiré.*«\u00a0Seen the original\u00a0»/s),
      expect.stringMatching(/il est masqué.*«\u00a0A proof\u00a0»/s),
    ])
  })

  it('names an embed or a file as well', async () => {
    expect(await claim({ address: `${HERE}/embed/cat` })).toBe(204)
    expect(await claim({ address: `${HERE}/media/dog/original.gif` })).toBe(204)
    expect((await claims()).map(({ gif_id }) => gif_id)).toEqual(['cat', 'dog'])
  })
})

describe('T77: claims don’t flood, nor mail strangers', () => {
  it('T77: the same claim of a network is one, with one mail', async () => {
    expect([await claim(), await claim()]).toEqual([204, 204])
    expect([(await claims()).length, (await mails('cleo@example.test')).length]).toEqual([1, 1])
  })

  it('T77: a day of a network has an end, and a mail has no words of the claim', async () => {
    await run(
      `INSERT INTO claims (gif_id, kind, name, email, explanation, visitor, created_at)
       SELECT 'x' || value, 'law', 'n', 'e', 'text', ?1, ?2 FROM json_each(?3)`,
      'other',
      new Date().toISOString(),
      JSON.stringify(Array.from({ length: BOUNDS.claims.aDay }, (_, n) => n)),
    ).run()
    const spam = 'Buy now at https://spam.example, all of you'
    expect(await claim({ name: spam, explanation: spam })).toBe(204)
    expect(JSON.stringify(await mails('cleo@example.test'))).not.toContain('spam.example')
    await run('UPDATE claims SET visitor = (SELECT visitor FROM claims WHERE gif_id = ?1)', 'cat').run()
    expect(await claim({ address: `${HERE}/gifs/a-dog` })).toBe(429)
  })
})

describe('an objection (article 17)', () => {
  const removed = async () => {
    await decide('cat', 'remove', { reason: 'A claim' })
    return tokenIn((await mails('ann@example.test'))[0]?.text)
  }
  const object = (token: string) =>
    status(visitor(), 'POST /api/v3/objections/', {
      token,
      explanation: 'It is my own drawing, made in May.',
    })
  const read = (token: string) => visitor().call(`GET /api/v3/objections/?token=${token}`)

  it('is read by its link, made once, and brings the item back', async () => {
    const token = await removed()
    expect(await ownAnswer('objection', await read(token))).toMatchObject({
      gif_id: 'cat',
      title: 'A cat',
      action: 'removed',
      reason: 'A claim',
      objection: 'none',
    })
    expect([await object(token), await object(token)]).toEqual([204, 409])
    expect([await cases(stan), await cases(mia)]).toEqual([[['cat', ['objection']]], []])
    const act = await decide('cat', 'approve', { reason: 'You are right' })
    expect(await run("SELECT is_removed FROM gifs WHERE id = 'cat'").first('is_removed')).toBe(0)
    expect(await claims()).toEqual([{ gif_id: 'cat', kind: 'objection', state: 'accepted' }])
    expect((await mails('ann@example.test')).at(-1)?.subject).toBe('Dein GIF bei Loopframe ist wieder da')
    expect(await object(token)).toBe(409)
    // Taken back, it is down again, and the objection is open.
    expect(await status(stan, 'POST /api/v3/cases/undo', { act })).toBe(200)
    expect(await run("SELECT is_removed FROM gifs WHERE id = 'cat'").first('is_removed')).toBe(1)
    expect(await cases(stan)).toEqual([['cat', ['objection']]])
  })

  it.each(['remove', 'hide'])(
    'that is rejected (%s) is mailed, and can’t be made again',
    async (decision) => {
      await decide('cat', decision, { reason: 'A claim' })
      const token = tokenIn((await mails('ann@example.test'))[0]?.text)
      await object(token)
      await decide('cat', decision, { reason: 'It stays' })
      expect(await claims()).toEqual([{ gif_id: 'cat', kind: 'objection', state: 'rejected' }])
      expect((await mails('ann@example.test')).at(-1)).toMatchObject({
        subject: 'Dein Widerspruch bei Loopframe: entschieden',
        text: expect.stringContaining('„It stays“'),
      })
      expect(await object(token)).toBe(409)
      expect(await ownAnswer('objection', await read(token))).toMatchObject({
        reason: 'A claim',
        objection: 'rejected',
      })
    },
  )

  it('of a hidden item shows it again', async () => {
    await run("UPDATE gifs SET title = '' WHERE id = 'cat'").run()
    await decide('cat', 'hide', { template: 'spam' })
    const [mail] = await mails('ann@example.test')
    expect(mail?.text).toContain('dein GIF (cat) ausgeblendet')
    expect(mail?.subject).toBe('Dein GIF bei Loopframe wurde ausgeblendet')
    expect(await object(tokenIn(mail?.text))).toBe(204)
    await decide('cat', 'approve')
    expect(await run("SELECT is_hidden FROM gifs WHERE id = 'cat'").first('is_hidden')).toBe(0)
  })

  it('T78: a link that is forged, changed, another’s, or over opens nothing', async () => {
    const token = await removed()
    const [step, mac, id] = token.split('.')
    const other = btoa('dog/id-ann').replaceAll('=', '')
    for (const bad of ['abc', `${step}.${mac}.${other}`, `${step}.${'A'.repeat(16)}.${id}`, `${token}x`]) {
      expect([bad, await object(bad)]).toEqual([bad, 400])
    }
    vi.useFakeTimers({ now: Date.now() + 220 * 24 * 3600 * 1000, toFake: ['Date'] })
    expect(await object(token)).toBe(400)
    vi.useRealTimers()
    await run("UPDATE gifs SET user_id = 'id-mia' WHERE id = 'cat'").run()
    expect([await object(token), await claims()]).toEqual([400, []])
  })
})

describe('T80: what claims say is staff’s', () => {
  it('T80: moderators see and close no claim, and no page has its name or address', async () => {
    await claim()
    await run(
      "INSERT INTO reports (gif_id, reasons, anonymous, visitor, created_at) VALUES ('cat', '[\"spam\"]', 0, 'v', '2026-11-01T00:00:00.000Z')",
    ).run()
    expect(await cases(mia)).toEqual([['cat', ['report']]])
    const seen = await (await mia.call('GET /api/v3/cases/cat/')).text()
    expect(seen).not.toContain('cleo@')
    const json = { cases: [{ id: 'cat' }], decision: 'approve' }
    await mia.call('POST /api/v3/cases/decide', { json })
    expect([await claims(), await cases(mia), await cases(stan)]).toEqual([
      [{ gif_id: 'cat', kind: 'copyright', state: 'open' }],
      [],
      [['cat', ['claim']]],
    ])
    await decide('cat', 'hide', { reason: 'A claim' })
    expect(JSON.stringify(await mails('ann@example.test'))).not.toMatch(/cleo/i)
  })
})

describe('the pages work without scripts', () => {
  const post = async (who: Visitor, path: string, form: Record<string, string>) => {
    const csrf = / name="csrf" value="(\w+)"/.exec(await (await who.call(`GET ${path}`)).text())?.[1] ?? ''
    return who.call(`POST ${path}`, { form: { csrf, ...form }, headers: { 'X-CSRFToken': '' } })
  }

  it('/claim takes a claim, and says what is missing', async () => {
    const who = site.visitor()
    const { language: _, ...form } = CLAIM
    const page = await (await who.call('GET /claim?gif=cat&lang=ja')).text()
    expect(page).toContain(`value="${HERE}/gifs/cat"`)
    expect(page).toContain('権利侵害の申し立て')
    const wrong = await post(who, '/claim?lang=de', { ...form, good_faith: '', explanation: 'kurz' })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('Schreib 20 bis 4.000 Zeichen.'),
    ])
    const right = await post(who, '/claim?lang=de', form)
    expect([right.status, right.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining('/claim?done=1'),
    ])
    expect((await mails('cleo@example.test'))[0]?.subject).toBe('Deine Beschwerde bei Loopframe ist da')
  })

  it('/object shows the decision and takes the objection', async () => {
    await decide('cat', 'remove', { reason: 'A claim' })
    const path = `/object?token=${tokenIn((await mails('ann@example.test'))[0]?.text)}&lang=es`
    const who = site.visitor()
    expect(await (await who.call(`GET ${path}`)).text()).toMatch(/Hemos retirado tu GIF «A cat».*A claim/s)
    const sent = await post(who, path, { explanation: 'Es mi propio dibujo, de mayo.' })
    expect(sent.status).toBe(303)
    expect(await (await who.call(`GET ${path}`)).text()).toContain('Gracias por tu objeción')
    expect((await who.call('GET /object?token=none')).status).toBe(404)
  })
})
