import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statementOf } from '../../../origin/site/channels/channels.ts'
import { PAGE } from '../../../origin/site/channels/entries.ts'
import { fillChannel, unfilledTags } from '../../../origin/site/channels/fill-channel.ts'
import { NO_PARENT_ID } from '../../../shared/errors.ts'
import { countOf } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

// Without a queue a job is done at once.
const site = embeddedSite({ JOBS: undefined })
const CHANNELS = '/api/v3/channels/'

let ann: Visitor
let bob: Visitor
let staff: Visitor
const nobody = site.visitor()

type Channel = {
  id: string
  parent: string
  position: number
  slug: string
  has_children: boolean
  featured_gif: { id: string } | null
  ranked_tags: { id: string; tag: string; rank: number }[]
  magic_tags: { id: string; tag: string; is_filled: boolean }[]
}

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'mia', role: 'moderator' },
    { username: 'sam', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  staff = await signedIn(site, 'sam')
  const gif = env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, tags, is_hidden, is_indexable)
     VALUES (?1, ?1, ?1, ?2, '2026-11-01 10:00:00', ?3, ?4, ?5)`,
  )
  await env.DB.batch([
    ...Array.from({ length: 30 }, (_, n) =>
      gif.bind(`dot${String(n).padStart(2, '0')}`, 'gif', '["dot"]', 0, 1),
    ),
    gif.bind('film', 'video', '["sea"]', 0, 1),
    gif.bind('hidden', 'gif', '["dot"]', 1, 1),
    gif.bind('unlisted', 'gif', '["dot"]', 0, 0),
  ])
})

beforeEach(() => env.DB.exec('DELETE FROM channels'))

async function answer<Body = Channel>(
  who: Visitor,
  what: string,
  form?: Record<string, string>,
): Promise<Body> {
  const response = await who.call(what, form ? { form } : {})
  const text = await response.text()
  expect([what, response.status, text]).toEqual([what, 200, expect.any(String)])
  return JSON.parse(text) as Body
}

async function statusOf(who: Visitor, what: string, form?: Record<string, string>): Promise<number> {
  const response = await who.call(what, form ? { form } : {})
  await response.body?.cancel()
  return response.status
}

const create = (who: Visitor, display_name: string, fields: Record<string, string> = {}) =>
  answer(who, `POST ${CHANNELS}`, { display_name, ...fields })

const childrenOf = async (who: Visitor, id: string) =>
  (await answer<{ results: Channel[] }>(who, `GET ${CHANNELS}?parent=${id}`)).results

/** The names of a channel's children in order; their positions must be dense. */
async function slugsBelow(id: string): Promise<string[]> {
  const channels = await childrenOf(nobody, id)
  expect(channels.map(({ position }) => position)).toEqual(channels.map((_, at) => at))
  return channels.map(({ slug }) => slug)
}

const move = (who: Visitor, { id }: Channel, position: string, target: string) =>
  statusOf(who, `POST ${CHANNELS}${id}/move/`, { position, target_channel: target })

describe('§7 channels: a tree', () => {
  it('a channel is made, read by its number and slug, listed, found, changed', async () => {
    const cats = await create(ann, 'Crème cats', { description: 'Soft' })
    expect(cats).toMatchObject({
      parent: '',
      position: 0,
      slug: 'creme-cats',
      display_name: 'Crème cats',
      description: 'Soft',
      is_visible: true,
      has_children: false,
      user: { username: 'ann' },
      url: 'https://loop.test/channels/creme-cats',
    })
    expect(await answer(nobody, `GET ${CHANNELS}${cats.id}/`)).toEqual(cats)
    expect(await answer(nobody, `GET ${CHANNELS}creme-cats/?video=true`)).toEqual(cats)
    const dogs = await create(bob, 'Dogs')
    const list = await answer<{ results: Channel[]; count: number }>(nobody, `GET ${CHANNELS}`)
    expect([list.count, list.results.map(({ id }) => id)]).toEqual([2, [dogs.id, cats.id]])
    const found = await answer<{ results: Channel[]; count: number }>(nobody, `GET ${CHANNELS}?search=soft`)
    expect([found.count, found.results]).toEqual([1, [cats]])
    expect(
      await answer(ann, `PUT ${CHANNELS}${cats.id}/`, { description: 'Loud', slug: 'Cats' }),
    ).toMatchObject({
      display_name: 'Crème cats',
      description: 'Loud',
      slug: 'Cats',
    })
    expect(await answer(nobody, `GET ${CHANNELS}?search=loud`)).toMatchObject({ count: 1 })
    expect(await answer(nobody, `GET ${CHANNELS}?search=soft`)).toMatchObject({ count: 0 })
    const fields = async (form: Record<string, string>) =>
      (await answer<Channel & { description: string }>(ann, `PUT ${CHANNELS}${cats.id}/`, form)).description
    expect(await fields({ description: '' })).toBe('Loud')
    expect(await fields({ description: ' ' })).toBe('')
  })

  it('of two requests for a slug at once one gets it, and the other is a conflict', async () => {
    const made = await Promise.all([create(ann, 'One'), create(bob, 'Two')])
    const taken = made.map(({ id }, at) =>
      statusOf(at ? bob : ann, `PUT ${CHANNELS}${id}/`, { slug: 'wanted' }),
    )
    expect((await Promise.all(taken)).sort()).toEqual([200, 409])
  })

  it('§5: children need a parent', async () => {
    const response = await nobody.call(`GET ${CHANNELS}?parent=`)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: NO_PARENT_ID } },
    ])
    expect(await statusOf(nobody, `GET ${CHANNELS}?parent=99`)).toBe(404)
  })

  it('children keep their order without gaps, wherever one comes in, moves or goes', async () => {
    const top = await create(ann, 'Top')
    const below = { parent: top.id }
    const [a, b, c] = [
      await create(ann, 'a', below),
      await create(ann, 'b', below),
      await create(ann, 'c', below),
    ]
    await create(ann, 'first', { ...below, position: '0' })
    expect(await slugsBelow(top.id)).toEqual(['first', 'a', 'b', 'c'])
    expect((await answer(nobody, `GET ${CHANNELS}${top.id}/`)).has_children).toBe(true)

    const cases: [Channel, string, string, string[]][] = [
      [c, '1', top.id, ['first', 'c', 'a', 'b']],
      [c, '1', top.id, ['first', 'c', 'a', 'b']],
      [c, '99', top.id, ['first', 'a', 'b', 'c']],
      [c, 'left', a.id, ['first', 'c', 'a', 'b']],
      [c, 'right', b.id, ['first', 'a', 'b', 'c']],
      [b, 'first-sibling', a.id, ['b', 'first', 'a', 'c']],
      [b, 'last-child', top.id, ['first', 'a', 'c', 'b']],
    ]
    for (const [channel, position, target, expected] of cases) {
      expect(await move(ann, channel, position, target)).toBe(200)
      expect(await slugsBelow(top.id)).toEqual(expected)
    }
    expect(await move(ann, a, 'first-child', b.id)).toBe(200)
    expect(await slugsBelow(top.id)).toEqual(['first', 'c', 'b'])
    expect(await slugsBelow(b.id)).toEqual(['a'])
    expect(await statusOf(ann, `DELETE ${CHANNELS}${c.id}/`)).toBe(204)
    expect(await slugsBelow(top.id)).toEqual(['first', 'b'])
    expect(await answer(ann, `PUT ${CHANNELS}${b.id}/`, { position: '0' })).toMatchObject({ position: 0 })
    expect(await answer(ann, `PUT ${CHANNELS}${a.id}/`, { parent: '0' })).toMatchObject({
      parent: '',
      position: 1,
    })
    expect(await slugsBelow(top.id)).toEqual(['b', 'first'])
    expect(await move(ann, a, 'middle', top.id)).toBe(400)
  })

  it('a move below itself is refused, and so is a tree that is too deep', async () => {
    const levels = [await create(ann, 'level 1')]
    for (let at = 2; at <= 8; at++) {
      levels.push(await create(ann, `level ${at}`, { parent: levels.at(-1)?.id ?? '' }))
    }
    const [first, second] = levels as [Channel, Channel]
    expect(
      await statusOf(ann, `POST ${CHANNELS}`, { display_name: 'level 9', parent: levels.at(-1)?.id ?? '' }),
    ).toBe(409)
    for (const target of levels) expect(await move(ann, first, '0', target.id)).toBe(400)
    expect(await move(ann, second, '0', second.id)).toBe(400)
    const other = await create(ann, 'other')
    const tooDeep = await ann.call(`POST ${CHANNELS}${first.id}/move/`, {
      form: { position: '0', target_channel: other.id },
    })
    expect([tooDeep.status, await tooDeep.json()]).toMatchObject([
      409,
      { error: { detail: { target_channel: 'A tree has 8 levels of channels at most' } } },
    ])
    expect(await move(ann, second, '0', other.id)).toBe(200)
  })

  it('two moves that together would make a circle: one of them is refused', async () => {
    const [a, b] = [await create(ann, 'a'), await create(ann, 'b')]
    const statuses = await Promise.all([move(ann, a, '0', b.id), move(ann, b, '0', a.id)])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await countOf('SELECT count(*) AS n FROM channels WHERE parent IS NULL')).toBe(1)
  })

  it('a repeated write makes no second channel', async () => {
    const twice = await Promise.all(
      [create(ann, 'Cats'), create(ann, 'Cats')].map((each) => each.catch(() => undefined)),
    )
    expect(twice[0]?.id ?? twice[1]?.id).toBeDefined()
    const again = await create(ann, 'Cats', { slug: 'cats' })
    expect(again.slug).toBe('cats')
    expect(await countOf('SELECT count(*) AS n FROM channels')).toBe(1)
    expect(await statusOf(ann, `POST ${CHANNELS}`, { display_name: 'Cats', slug: 'other' })).toBe(409)
    expect((await create(bob, 'Cats')).slug).toMatch(/^cats-[\w-]{8}$/)
    expect((await create(bob, '猫')).slug).toMatch(/^channel-[\w-]{8}$/)
  })

  it.each([
    ['nothing', {}],
    ['an empty name', { display_name: ' ' }],
    ['a slug of digits', { display_name: 'x', slug: '42' }],
    ['a slug with a dot', { display_name: 'x', slug: 'a.b' }],
    ['somebody’s name', { display_name: 'x', slug: 'BOB' }],
  ])('%s is refused', async (_, form) => {
    expect(await statusOf(ann, `POST ${CHANNELS}`, form)).toBe(400)
  })

  it('T34: no field makes a channel somebody else’s', async () => {
    const made = await create(ann, 'Mine', { user_id: 'id-bob', id: '77', gif_count: '5', username: 'bob' })
    expect(made).toMatchObject({ user: { username: 'ann' }, gif_count: 0 })
    expect(made.id).not.toBe('77')
    const changed = await answer(ann, `PUT ${CHANNELS}${made.id}/`, {
      user_id: 'id-bob',
      display_name: 'Still mine',
    })
    expect(changed).toMatchObject({ user: { username: 'ann' } })
  })

  it('T35: below other people’s channels and in them nobody else acts', async () => {
    const [hers, his] = [await create(ann, 'Hers'), await create(bob, 'His')]
    expect(await statusOf(bob, `POST ${CHANNELS}`, { display_name: 'x', parent: hers.id })).toBe(403)
    expect(await move(bob, his, '0', hers.id)).toBe(403)
    expect(await statusOf(bob, `PUT ${CHANNELS}${his.id}/`, { parent: hers.id })).toBe(403)
    expect(await move(bob, hers, 'first-child', his.id)).toBe(403)
    expect(await move(bob, his, 'left', hers.id)).toBe(200)
    expect(await move(staff, his, '0', hers.id)).toBe(200)
    expect(
      await countOf(
        "SELECT count(*) AS n FROM audit WHERE action = 'channel.move' AND target = 'channel/' || ?1",
        his.id,
      ),
    ).toBe(1)
    // What hangs below hers stays, as his own root channel.
    expect(await statusOf(ann, `DELETE ${CHANNELS}${hers.id}/`)).toBe(204)
    expect(await answer(nobody, `GET ${CHANNELS}${his.id}/`)).toMatchObject({ parent: '' })
  })

  it('T35: a hidden channel is there for its owner, moderators and staff alone', async () => {
    const top = await create(ann, 'Secret', { is_visible: 'false' })
    const child = await create(ann, 'Whisper', { parent: top.id, is_visible: '0' })
    await answer(ann, 'POST /api/v3/channel-gifs/', { channel: top.id, gif: 'dot00' })
    const moderator = await signedIn(site, 'mia')
    for (const who of [nobody, bob]) {
      for (const path of [`${top.id}/`, 'secret/', `${top.id}/gifs/`, `?parent=${top.id}`, `${child.id}/`]) {
        expect(await statusOf(who, `GET ${CHANNELS}${path}`)).toBe(404)
      }
      for (const path of ['', '?search=secret']) {
        expect(await answer(who, `GET ${CHANNELS}${path}`)).toMatchObject({ results: [], count: 0 })
      }
      expect(await answer(who, 'GET /api/v2/channel-gifs/?gif=dot00')).toMatchObject({ count: 0 })
      expect(await answer(who, 'GET /v1/channels/search?q=secret')).toMatchObject({ data: [] })
    }
    expect(await statusOf(bob, `PUT ${CHANNELS}${top.id}/`, { description: 'x' })).toBe(404)
    expect(await move(bob, await create(bob, 'His'), '0', top.id)).toBe(404)
    for (const who of [moderator, staff]) {
      expect(await answer(who, `GET ${CHANNELS}`)).toMatchObject({
        results: [{ display_name: 'His' }, { display_name: 'Secret' }],
        count: 2,
      })
    }
    for (const who of [ann, moderator, staff]) {
      expect(await answer(who, `GET ${CHANNELS}${top.id}/`)).toMatchObject({
        is_visible: false,
        has_children: true,
      })
      expect(await answer(who, 'GET /api/v2/channel-gifs/?gif=dot00')).toMatchObject({ count: 1 })
    }
  })
})

describe('two who change one channel', () => {
  const edit = (id: string, form: Record<string, string>) => statusOf(ann, `PUT ${CHANNELS}${id}/`, form)

  it('the second, who has seen the same, gets a 409, and nothing is overwritten', async () => {
    const [one, two] = [await create(ann, 'Seen one'), await create(ann, 'Seen two')]
    const was = JSON.stringify({ description: '' })
    expect(await edit(one.id, { description: 'Theirs "so"', was })).toBe(200)
    expect(await edit(one.id, { description: 'Mine', was })).toBe(409)
    // What they have not changed may be changed.
    expect(await edit(one.id, { short_display_name: 'S', was: '{"short_display_name":""}' })).toBe(200)
    expect(await answer(ann, `GET ${CHANNELS}${one.id}/`)).toMatchObject({
      description: 'Theirs "so"',
      short_display_name: 'S',
    })
    const place = JSON.stringify({ parent: '', position: one.position })
    const moved = { position: 'first-child', target_channel: two.id, was: place }
    expect(await statusOf(ann, `POST ${CHANNELS}${one.id}/move/`, moved)).toBe(200)
    const again = { position: 'last-sibling', target_channel: '0', was: place }
    expect(await statusOf(ann, `POST ${CHANNELS}${one.id}/move/`, again)).toBe(409)
    expect((await childrenOf(ann, two.id)).map(({ id }) => id)).toEqual([one.id])
  })

  it.each(['no JSON', '{"id":"7"}', '{"position":"1"}', `{"slug":"${'x'.repeat(4000)}"}`])(
    'was cannot be %.20s',
    async (was) => {
      const { id } = await create(ann, `Was ${was.slice(0, 20)}`)
      expect(await edit(id, { description: 'a', was })).toBe(400)
    },
  )
})

describe('§7 channels: GIFs in and out', () => {
  type GifPage = {
    data: { id: string }[]
    next_max_id: string
    next: string
    pagination: { total_count: number }
  }
  const gifsOf = (id: string, max_id = '') =>
    answer<GifPage>(nobody, `GET ${CHANNELS}${id}/gifs/${max_id && `?max_id=${max_id}`}`)
  const put = (channel: string, gif: string) => statusOf(ann, 'POST /api/v3/channel-gifs/', { channel, gif })
  const take = (channel: string, gif: string) =>
    statusOf(ann, 'POST /api/v3/channel-gifs/remove/', { channel, gif })

  it('pages by max_id, the newest first, also while GIFs come and go', async () => {
    const { id } = await create(ann, 'Dots')
    for (let n = 0; n < 29; n++) await put(id, `dot${String(n).padStart(2, '0')}`)
    for (const gif of ['hidden', 'unlisted', 'film', 'dot00']) await put(id, gif)
    const first = await gifsOf(id)
    expect(first.data.map((gif) => gif.id).slice(0, 3)).toEqual(['film', 'dot28', 'dot27'])
    expect(first.data).toHaveLength(25)
    expect(first.next).toBe(`https://loop.test${CHANNELS}${id}/gifs/?max_id=${first.next_max_id}`)
    await put(id, 'dot29')
    await take(id, 'dot03')
    const second = await gifsOf(id, first.next_max_id)
    expect(second.data.map((gif) => gif.id)).toEqual(['dot04', 'dot02', 'dot01', 'dot00'])
    expect([second.next, second.next_max_id]).toEqual(['', ''])
    expect((await gifsOf(id, 'dot02')).data.map((gif) => gif.id)).toEqual(['dot01', 'dot00'])
    expect((await gifsOf(id, 'dot99')).data).toEqual([])
  })

  it('a repetition changes nothing, and the count follows', async () => {
    const { id } = await create(ann, 'Dots')
    const entry = await answer(ann, 'POST /api/v3/channel-gifs/', { channel: id, gif: 'dot01' })
    expect(await answer(ann, 'POST /api/v3/channel-gifs/', { channel: id, gif: 'dot01' })).toEqual(entry)
    expect((await gifsOf(id)).pagination.total_count).toBe(1)
    expect([await take(id, 'dot01'), await take(id, 'dot01')]).toEqual([204, 204])
    expect((await gifsOf(id)).pagination.total_count).toBe(0)
  })

  it('are put in order: those that are named first, the others behind them, on every surface', async () => {
    const { id, slug } = await create(ann, 'Dots')
    for (let n = 0; n < 6; n++) await put(id, `dot0${n}`)
    const listed = async () => (await gifsOf(id)).data.map((gif) => gif.id)
    const shown = async () => {
      const path = `/v1/gifs/search?q=${encodeURIComponent(`@${slug}`)}&x=${crypto.randomUUID()}`
      const response = await site.send(new Request(`https://loop.test${path}`))
      return (await response.json<{ data: { id: string }[] }>()).data.map((gif) => gif.id)
    }
    const order = (who: Visitor, gif_ids: unknown) =>
      who.call(`PUT ${CHANNELS}${id}/order`, { json: { gif_ids } as object })
    const wanted = ['dot02', 'dot05', 'dot00']
    const answered = await order(ann, wanted)
    expect(answered.status).toBe(200)
    expect(await answered.json()).toMatchObject({ id, gif_count: 6, featured_gif: { id: 'dot02' } })
    const all = [...wanted, 'dot04', 'dot03', 'dot01']
    expect(await listed()).toEqual(all)
    expect((await gifsOf(id, 'dot00')).data.map((gif) => gif.id)).toEqual(['dot04', 'dot03', 'dot01'])
    expect(await shown()).toEqual(all)
    // What comes in later is the newest, and a repetition changes nothing.
    await put(id, 'dot09')
    expect((await order(ann, ['dot09', ...all])).status).toBe(200)
    expect(await listed()).toEqual(['dot09', ...all])
    for (const wrong of [['dot01', 'dot29'], [], 'a b', Array.from({ length: 501 }, (_, n) => `a${n}`)]) {
      const refused = await order(ann, wrong)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toHaveProperty('error.detail.gif_ids')
    }
    expect(await listed()).toEqual(['dot09', ...all])
    expect((await order(bob, ['dot01'])).status).toBe(403)
    expect((await order(staff, ['dot01'])).status).toBe(200)
    const acts = await env.DB.prepare("SELECT actor, action FROM audit WHERE target = 'channel/' || ?1")
      .bind(id)
      .all()
    expect(acts.results).toEqual([{ actor: 'sam', action: 'channel.order' }])
  })

  it('what is gone or hidden does not come in, and what goes leaves', async () => {
    const { id } = await create(ann, 'Dots')
    expect(await put(id, 'hidden')).toBe(404)
    expect(await put(id, 'nothing')).toBe(404)
    await env.DB.exec(
      "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES ('soon', 's', 's', 'gif', '2026-11-01 10:00:00')",
    )
    expect(await put(id, 'soon')).toBe(200)
    await env.DB.exec("UPDATE gifs SET is_removed = 1 WHERE id = 'soon'")
    expect(await put(id, 'soon')).toBe(410)
    expect((await gifsOf(id)).data).toEqual([])
    await env.DB.exec("DELETE FROM gifs WHERE id = 'soon'")
    expect(await countOf('SELECT gif_count AS n FROM channels WHERE id = ?1', id)).toBe(0)
  })

  it('features the newest GIF; video=false leaves films out', async () => {
    const { id } = await create(ann, 'Dots')
    for (const gif of ['dot01', 'film']) await put(id, gif)
    expect((await answer(nobody, `GET ${CHANNELS}${id}/`)).featured_gif?.id).toBe('film')
    expect((await answer(nobody, `GET ${CHANNELS}${id}/?video=false`)).featured_gif?.id).toBe('dot01')
    const list = await answer<{ results: Channel[] }>(nobody, 'GET /api/v2/channel-gifs/?gif=dot01')
    expect(list.results.map((channel) => channel.id)).toEqual([id])
    expect(await statusOf(nobody, 'GET /api/v2/channel-gifs/?gif=hidden')).toBe(404)
    expect(await statusOf(nobody, 'GET /api/v2/channel-gifs/?gif=nothing')).toBe(404)
  })
})

describe('§3 ranked tags', () => {
  const TAGS = '/api/v3/channel-ranked-tags/'
  const tagsOf = async (id: string) =>
    (await answer(nobody, `GET ${CHANNELS}${id}/`)).ranked_tags.map(({ tag, rank }) => `${rank} ${tag}`)

  it('keep ranks without gaps, also where a write is repeated', async () => {
    const { id: channel } = await create(ann, 'Cats')
    const add = (tag: string, rank?: string) =>
      answer<{ id: string; rank: number }>(ann, `POST ${TAGS}`, { channel, tag, ...(rank && { rank }) })
    const [cat, dog] = [await add('Cat', '1'), await add('dog')]
    await add('bird', '1')
    expect(await tagsOf(channel)).toEqual(['1 bird', '2 cat', '3 dog'])
    expect(await add('bird', '1')).toMatchObject({ rank: 1 })
    expect(await add('cat')).toEqual({ ...cat, rank: 2 })
    expect(await tagsOf(channel)).toEqual(['1 bird', '2 cat', '3 dog'])
    expect(await answer(ann, `PUT ${TAGS}${dog.id}/`, { rank: '1', tag: 'hound' })).toMatchObject({ rank: 1 })
    expect(await tagsOf(channel)).toEqual(['1 hound', '2 bird', '3 cat'])
    expect(await answer(ann, `PUT ${TAGS}${dog.id}/`, { rank: '99' })).toMatchObject({ rank: 3 })
    expect(await statusOf(ann, `PUT ${TAGS}${dog.id}/`, { tag: 'bird' })).toBe(409)
    expect(await statusOf(ann, `DELETE ${TAGS}${cat.id}/`)).toBe(204)
    expect(await tagsOf(channel)).toEqual(['1 bird', '2 hound'])
    expect(await statusOf(bob, `DELETE ${TAGS}${dog.id}/`)).toBe(403)
    expect(await statusOf(ann, `POST ${TAGS}`, { channel, tag: '  ' })).toBe(400)
  })
})

describe('§3 magic tags', () => {
  const TAGS = '/api/v3/channel-magic-tags/'
  const idsIn = async (id: string) =>
    (
      await env.DB.prepare('SELECT gif_id FROM channel_gifs WHERE channel_id = ?1 ORDER BY gif_id')
        .bind(id)
        .all<{ gif_id: string }>()
    ).results.map(({ gif_id }) => gif_id)
  const newGif = (id: string, tags: string[]) =>
    env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, tags) VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00', ?2)`,
    )
      .bind(id, JSON.stringify(tags))
      .run()

  it('fill a channel with what has the tag, before and after', async () => {
    const { id: channel } = await create(ann, 'Dots')
    const tag = await answer<{ id: string }>(ann, `POST ${TAGS}`, { channel, tag: 'DOT' })
    expect(await idsIn(channel)).toHaveLength(32)
    expect((await answer(nobody, `GET ${CHANNELS}${channel}/`)).magic_tags).toMatchObject([
      { tag: 'dot', is_filled: true },
    ])
    await newGif('later', ['Dot', 'x'])
    expect(await idsIn(channel)).toContain('later')
    expect(await answer(ann, `POST ${TAGS}`, { channel, tag: 'dot' })).toMatchObject({
      id: tag.id,
      is_filled: true,
    })
    expect(await statusOf(ann, `DELETE ${TAGS}${tag.id}/`)).toBe(204)
    await newGif('latest', ['dot'])
    expect(await idsIn(channel)).toHaveLength(33)
    await env.DB.exec("DELETE FROM gifs WHERE id IN ('later', 'latest')")
  })

  it('what was taken out stays out, until somebody puts it in', async () => {
    const { id: channel } = await create(ann, 'Dots')
    await answer(ann, `POST ${TAGS}`, { channel, tag: 'dot' })
    await statusOf(ann, 'POST /api/v3/channel-gifs/remove/', { channel, gif: 'dot05' })
    await env.DB.exec(`UPDATE gifs SET tags = '["dot","new"]' WHERE id = 'dot05'`)
    await answer(ann, `POST ${TAGS}`, { channel, tag: 'new' })
    expect(await idsIn(channel)).not.toContain('dot05')
    await answer(ann, 'POST /api/v3/channel-gifs/', { channel, gif: 'dot05' })
    await env.DB.exec(`UPDATE gifs SET tags = '["dot"]' WHERE id = 'dot05'`)
    expect(await idsIn(channel)).toContain('dot05')
  })

  it('are filled in steps, which a repeated or broken job takes up again', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT 10000 UNION ALL SELECT n + 1 FROM n WHERE n < 11200)
       INSERT INTO gifs (id, slug, title, type, import_datetime, tags)
       SELECT 'heap' || n, 'heap', 'Heap', 'gif', '2026-11-01 10:00:00', '["heap"]' FROM n`,
    ).run()
    const { id: channel } = await create(ann, 'Heap')
    const queued: unknown[] = []
    const slow = embeddedSite({ JOBS: { send: async (job: unknown) => void queued.push(job) } })
    const again = await signedIn(slow, 'ann')
    // A sign-in by another browser is told by mail.
    queued.length = 0
    const made = await answer<{ id: string }>(again, `POST ${TAGS}`, { channel, tag: 'heap' })
    const tag = Number(made.id)
    expect(queued).toEqual([{ kind: 'channel', tag }])
    expect(await unfilledTags({ DB: env.DB })).toEqual([{ kind: 'channel', tag }])
    // The database fails at the second step: the first is whole.
    let batches = 0
    const failing = new Proxy(env.DB, {
      get(db, name) {
        if (name === 'batch' && ++batches > 1) return () => Promise.reject(new Error('database is locked'))
        const member: unknown = Reflect.get(db, name, db)
        return typeof member === 'function' ? member.bind(db) : member
      },
    })
    await expect(fillChannel({ DB: failing }, tag)).rejects.toThrow('locked')
    expect(await idsIn(channel)).toHaveLength(500)
    expect(await Promise.all([fillChannel({ DB: env.DB }, tag), fillChannel({ DB: env.DB }, tag)])).toEqual([
      false,
      false,
    ])
    expect(await idsIn(channel)).toHaveLength(1201)
    expect(await unfilledTags({ DB: env.DB })).toEqual([])
    await env.DB.exec("DELETE FROM gifs WHERE id LIKE 'heap%'")
    expect(await countOf('SELECT gif_count AS n FROM channels WHERE id = ?1', channel)).toBe(0)
  })
})

describe('lists are read from an index', () => {
  it.each([
    ['a channel', statementOf('one'), [null, 0, 1, 'cats']],
    ['children', statementOf('children'), [null, 0, 1, 7]],
    ['a GIF’s channels', statementOf('ofGif'), [null, 0, 1, 'dot00']],
    ['GIFs', PAGE, [7, null]],
  ] as const)('%s', async (_, sql, params) => {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail)
    const scans = plan.filter(
      (line) =>
        /^SCAN /.test(line) &&
        !/\b(hits|wanted|json_each|CONSTANT ROW)\b/.test(line) &&
        !/^SCAN \(subquery/.test(line),
    )
    expect(scans).toEqual([])
  })
})
