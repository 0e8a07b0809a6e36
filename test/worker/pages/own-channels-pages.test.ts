import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFile, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { read, submit } from '../../fixtures/site/forms.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
})

const PATH = '/account/channels'

async function newChannel(who: Visitor, display_name: string, parent = '0'): Promise<string> {
  const { to } = await submit(who, PATH, { form: 'channel', display_name, parent })
  return /\/account\/channels\/(\d+)$/.exec(to ?? '')?.[1] ?? ''
}

const entriesOf = async (channel: string) =>
  (
    await env.DB.prepare('SELECT gif_id FROM channel_gifs WHERE channel_id = ?1 ORDER BY id')
      .bind(Number(channel))
      .all<{ gif_id: string }>()
  ).results.map(({ gif_id }) => gif_id)

const namesIn = (text: string) =>
  [...text.matchAll(/<strong><a href="\/account\/channels\/\d+"><bdi>([^<]*)/g)].map(([, name]) => name)

describe('/account/channels without scripts (docs/contract.md)', () => {
  it('leads a visitor to sign in, and back', async () => {
    for (const path of [PATH, `${PATH}/7`, `${PATH}/7/add`]) {
      const { status, to } = await read(site.visitor(), path)
      expect([status, to]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    }
  })

  it('has none at first; makes some, in one another, and orders them', async () => {
    expect((await read(ann, PATH)).text).toContain('No channels yet.')
    const sea = await newChannel(ann, 'Sea life')
    await newChannel(ann, 'Whales', sea)
    await newChannel(ann, 'Air')
    expect(namesIn((await read(ann, PATH)).text)).toEqual(['Sea life', 'Whales', 'Air'])
    expect((await submit(ann, PATH, { form: 'down', id: sea })).to).toBe(PATH)
    expect(namesIn((await read(ann, PATH)).text)).toEqual(['Air', 'Sea life', 'Whales'])
    await submit(ann, PATH, { form: 'up', id: sea })
    expect(namesIn((await read(ann, PATH)).text)).toEqual(['Sea life', 'Whales', 'Air'])
    expect(namesIn((await read(bob, PATH)).text)).toEqual([])
    const again = await submit(ann, PATH, { form: 'channel', display_name: '  ', parent: '0' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Enter a name')])
  })

  it('renames, describes, hides, and moves one', async () => {
    const [top, one] = [await newChannel(ann, 'Top'), await newChannel(ann, 'Old')]
    const edit = { form: 'edit', display_name: 'New', slug: 'new-one', description: 'Wet.' }
    const { status, to } = await submit(ann, `${PATH}/${one}`, { ...edit, parent: top })
    expect([status, to]).toEqual([303, `${PATH}/${one}?done=saved`])
    const { text } = await read(ann, `${PATH}/${one}`)
    expect(text).toContain('value="New"')
    expect(text).toContain('>Wet.</textarea>')
    expect(text).toContain(`<option value="${top}" selected=""`)
    expect((await site.visitor().call(`GET /api/v3/channels/${one}/`)).status).toBe(404)
    await submit(ann, `${PATH}/${one}`, { ...edit, description: '', parent: '0', is_visible: 'true' })
    const shown = await (await site.visitor().call(`GET /api/v3/channels/${one}/`)).json()
    expect(shown).toMatchObject({ display_name: 'New', description: '', parent: '', is_visible: true })
    // Nothing may be put below itself.
    const choices = (await read(ann, `${PATH}/${top}`)).text
    expect(choices).not.toContain(`<option value="${top}"`)
    const taken = await submit(ann, `${PATH}/${top}`, { ...edit, display_name: 'Top', parent: '0' })
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('This URL name is taken')])
  })

  it('takes in GIFs by their boxes and addresses, and lets them go', async () => {
    const channel = await newChannel(ann, 'Filled')
    const [one, two, three] = [await upload(ann), await upload(ann), await upload(bob, freshFile())]
    const pick = `${PATH}/${channel}/add`
    expect((await read(ann, pick)).text).toContain(`name="gif-${one}"`)
    const form = { form: 'pick', [`gif-${one}`]: 'true', [`gif-${two}`]: 'true' }
    const others = `https://loop.test/gifs/a-cat-${three}?x=1`
    expect((await submit(ann, pick, { ...form, others })).status).toBe(303)
    expect(new Set(await entriesOf(channel))).toEqual(new Set([one, two, three]))
    expect((await read(ann, pick)).text).toMatch(new RegExp(`disabled="" name="gif-${one}"`))
    for (const wrong of ['nothing-there', '???']) {
      const refused = await submit(ann, pick, { form: 'pick', others: wrong })
      expect(refused.text).toMatch(/id="pick-others-problem">Check these IDs/)
    }
    expect((await submit(ann, pick, { form: 'pick', others: '' })).status).toBe(400)
    await submit(ann, `${PATH}/${channel}`, { form: 'unpick', to: 'front', [`gif-${one}`]: 'true' })
    expect((await entriesOf(channel)).at(-1)).toBe(one)
    expect((await submit(ann, `${PATH}/${channel}`, { form: 'unpick' })).status).toBe(400)
    await submit(ann, `${PATH}/${channel}`, { form: 'unpick', [`gif-${two}`]: 'true' })
    expect(new Set(await entriesOf(channel))).toEqual(new Set([one, three]))
  })

  it('ranks tags, and has tags whose GIFs join', async () => {
    const channel = `${PATH}/${await newChannel(ann, 'Tagged')}`
    for (const tag of ['cats', 'dogs']) await submit(ann, channel, { form: 'ranked', tag })
    const idOf = async (tag: string) =>
      new RegExp(`name="id" value="(\\d+)"(?:(?!name="id").)*> (?:<!-- -->)?${tag}</span>`).exec(
        (await read(ann, channel)).text,
      )?.[1] ?? ''
    const order = async () => {
      const { text } = await read(ann, channel)
      return text.indexOf('<bdi>cats</bdi>') < text.indexOf('<bdi>dogs</bdi>')
    }
    expect(await order()).toBe(true)
    await submit(ann, channel, { form: 'ranked-up', id: await idOf('dogs') })
    expect(await order()).toBe(false)
    await submit(ann, channel, { form: 'remove-ranked', id: await idOf('dogs') })
    expect((await read(ann, channel)).text).not.toContain('<bdi>dogs</bdi>')
    await submit(ann, channel, { form: 'magic', tag: 'sea' })
    expect((await read(ann, channel)).text).toContain('<bdi>sea</bdi>')
    await submit(ann, channel, { form: 'remove-magic', id: await idOf('sea') })
    expect((await read(ann, channel)).text).not.toContain('<bdi>sea</bdi>')
    expect((await submit(ann, channel, { form: 'ranked', tag: ' ' })).status).toBe(400)
  })

  it('deletes one that was confirmed', async () => {
    const channel = await newChannel(ann, 'Ends')
    expect((await submit(ann, `${PATH}/${channel}`, { form: 'delete' })).status).toBe(400)
    const { to } = await submit(ann, `${PATH}/${channel}`, { form: 'delete', sure: 'true' })
    expect(to).toBe(`${PATH}?done=removed`)
    expect((await read(ann, `${PATH}/${channel}`)).status).toBe(404)
  })

  it('T35: a channel of someone else is not edited', async () => {
    const channel = await newChannel(ann, 'Mine')
    const gif = await upload(bob)
    const edits = [
      [`${PATH}/${channel}`, { form: 'edit', display_name: 'Theirs', slug: 'theirs', parent: '0' }],
      [`${PATH}/${channel}`, { form: 'ranked', tag: 'theirs' }],
      [`${PATH}/${channel}`, { form: 'delete', sure: 'true' }],
      [`${PATH}/${channel}/add`, { form: 'pick', [`gif-${gif}`]: 'true' }],
    ] as const
    for (const [path, form] of edits) expect((await submit(bob, path, form)).status).toBe(403)
    expect((await read(ann, `${PATH}/${channel}`)).text).toContain('value="Mine"')
    expect(await entriesOf(channel)).toEqual([])
  })
})

describe('several GIFs of a channel at once (docs/contract.md)', () => {
  const put = (who: Visitor, channel: string, form: Record<string, string>) =>
    who.call(`PUT /api/v3/channels/${channel}/gifs/`, { form })

  it('adds and removes in one write; what is no GIF changes nothing', async () => {
    const channel = await newChannel(ann, 'Calls')
    const [one, two] = [await upload(ann), await upload(ann)]
    expect((await put(ann, channel, { add: one })).status).toBe(200)
    const body = await (await put(ann, channel, { add: two, remove: one })).json()
    expect(body).toMatchObject({ id: channel, gif_count: 1 })
    expect(await entriesOf(channel)).toEqual([two])
    expect((await put(ann, channel, { add: 'gone1', remove: two })).status).toBe(404)
    expect(await entriesOf(channel)).toEqual([two])
    expect((await put(bob, channel, { remove: two })).status).toBe(403)
  })

  it('T60: without room for all of them nothing is written', async () => {
    const channel = await newChannel(ann, 'Full')
    const [one, two] = [await upload(ann), await upload(ann)]
    await put(ann, channel, { add: one })
    await env.DB.prepare('UPDATE channels SET gif_count = 20000 WHERE id = ?1').bind(Number(channel)).run()
    expect((await put(ann, channel, { add: two, remove: one })).status).toBe(409)
    expect(await entriesOf(channel)).toEqual([one])
  })
})
