import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { NONSENSE } from '../../../bench/search/judge.ts'
import manifest from '../../../seed/library.json'
import worker from '../../../worker/index.ts'
import { fillDemo } from '../../fixtures/library/demo-items.ts'
import { learnMeaning, meaningBindings } from '../../fixtures/library/meaning-model.ts'
import { upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const textOf = ({ title, tags, alt_text }: (typeof manifest.items)[number]) =>
  [title, tags.join(', '), alt_text].join('. ')
const { AI, VECTORIZE, vectors } = meaningBindings(learnMeaning(manifest.items.map(textOf)))

let sites = 0
/** A product past what caches have of another. */
const start = (vars: Record<string, unknown> = {}) =>
  embeddedSite({ JOBS: undefined, MAIL: undefined, PUBLIC_URL: `https://near${sites++}.test`, ...vars })

const site = start({ AI, VECTORIZE })
let stan: Visitor

const slugs = new Map(manifest.items.map(({ id, slug }) => [id, slug]))

type List = { data: { id: string; title: string }[]; pagination: { total_count: number } }
async function list(q: string, { more = '', shelf = 'gifs', of = site } = {}): Promise<List> {
  const response = await of.visitor().call(`GET /v1/${shelf}/search?q=${encodeURIComponent(q)}${more}`)
  expect([q, response.status]).toEqual([q, 200])
  return response.json<List>()
}
const found = async (...asked: Parameters<typeof list>): Promise<(string | undefined)[]> =>
  (await list(...asked)).data.map(({ id }) => slugs.get(id))

const nightly = () => worker.scheduled({ cron: '17 4 * * *' }, site.bindings)

beforeAll(async () => {
  await fillDemo(env.DB)
  await addPeople([{ username: 'stan', role: 'staff' }])
  stan = await signedIn(site, 'stan')
  await nightly()
})

describe('§7 search: what means nearly the same', () => {
  it.each([
    ['tabby', 'stickers', 'happy-cat'],
    ['félin', 'stickers', 'happy-cat'],
    ['barista', 'gifs', 'coffee-good-morning'],
    ['astronaut', 'gifs', 'rocket-going-up'],
    ['locomotive', 'gifs', 'train-through-the-evening'],
    ['umbrella', 'gifs', 'rain-on-the-window'],
  ])('%s finds no words of %s, and %s by what it means', async (q, shelf, slug) => {
    expect((await found(q, { shelf }))[0]).toBe(slug)
    expect(await found(q, { shelf, of: start() })).not.toContain(slug)
  })

  it('puts what has the words first, and what is near behind it', async () => {
    const words = await found('train', { of: start() })
    const ids = await found('train')
    expect(words).toEqual(['train-through-the-evening'])
    expect(ids.slice(0, words.length)).toEqual(words)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('keeps its order and total over all pages', async () => {
    const { data, pagination } = await list('astronaut')
    expect(data.length).toBeGreaterThan(2)
    expect(pagination.total_count).toBe(data.length)
    for (const [at, { id }] of data.entries())
      expect((await list('astronaut', { more: `&limit=1&offset=${at}` })).data[0]?.id).toBe(id)
  })

  it('asks the model once for the same words', async () => {
    const run = vi.spyOn(AI, 'run')
    for (const more of ['&limit=2', '&limit=3', '&rating=pg']) await found('happy tabby', { more })
    expect(run).toHaveBeenCalledTimes(1)
    run.mockRestore()
  })

  it.each(NONSENSE)('finds nothing for %s', async (q) => {
    expect(await found(q)).toEqual([])
  })

  it('keeps to the rating, the shelf, and the user that a search is limited to', async () => {
    expect(await found('tabby', { shelf: 'text' })).toEqual([])
    expect(await found('astronaut', { more: '&rating=y' })).toEqual([])
    expect(await found('@looplab astronaut')).toEqual([])
    const videos = await list('railway', { shelf: 'videos' })
    expect(videos.data.map(({ id }) => slugs.get(id))).toEqual(['train-through-the-evening'])
  })
})

describe('§7 search: the vectors of items', () => {
  it('come with an upload, follow an edit, and leave with the item', async () => {
    const id = await upload(stan, undefined, { tags: 'railway, steam train', title: 'A locomotive' })
    // What follows a response is done in its own time.
    await vi.waitFor(() => expect(vectors.get(id)?.namespace).toBe('gifs'))
    const first = vectors.get(id)?.values
    expect((await list('locomotive', { of: start({ AI, VECTORIZE }) })).data[0]?.id).toBe(id)
    const edited = await stan.call(`PUT /api/v1/gifs/${id}/`, {
      form: { title: 'An espresso', tags: 'coffee' },
    })
    expect(edited.status).toBe(200)
    await vi.waitFor(() => expect(vectors.get(id)?.values).not.toEqual(first))
    expect((await list('barista', { of: start({ AI, VECTORIZE }) })).data.map((gif) => gif.id)).toContain(id)
    const form = { gif_id: id, key: 'is_hidden', value: 'true' }
    expect((await stan.call('POST /ajax/gif/update', { form })).status).toBe(200)
    await vi.waitFor(() => expect(vectors.has(id)).toBe(false))
  })

  it('that are left behind are in no list', async () => {
    const [{ id } = { id: '' }] = manifest.items.filter(({ slug }) => slug === 'rocket-going-up')
    await env.DB.prepare('UPDATE gifs SET is_hidden = 1 WHERE id = ?1').bind(id).run()
    expect(vectors.has(id)).toBe(true)
    expect(await found('astronaut', { of: start({ AI, VECTORIZE }) })).not.toContain('rocket-going-up')
    await env.DB.prepare('UPDATE gifs SET is_hidden = 0 WHERE id = ?1').bind(id).run()
  })

  it('that were lost come back at night', async () => {
    vectors.clear()
    await nightly()
    expect(vectors.size).toBeGreaterThanOrEqual(manifest.items.length)
  })
})

describe('F37: the model or its index fails', () => {
  const hangs = () => new Promise<never>(() => {})
  const fails = () => Promise.reject(new Error('3040: out of capacity'))

  it.each([
    ['the model fails', { AI: { run: fails }, VECTORIZE }],
    ['the model hangs', { AI: { run: hangs }, VECTORIZE }],
    ['the model says something else', { AI: { run: async () => ({ data: [] }) }, VECTORIZE }],
    ['the index fails', { AI, VECTORIZE: { query: fails } }],
    ['the index hangs', { AI, VECTORIZE: { query: hangs } }],
  ])('%s: a search has what its words find, and the next one does not wait', async (_, vars) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const sick = start(vars)
    const asked = vi.spyOn(vars.AI as { run: () => Promise<unknown> }, 'run')
    expect(await found('train', { of: sick })).toEqual(['train-through-the-evening'])
    expect(await found('barista', { of: sick })).toEqual([])
    expect(asked).toHaveBeenCalledTimes(1)
    expect(error.mock.calls.flat().join()).toContain('neighbours')
    vi.restoreAllMocks()
  })

  it('an upload and an edit are done all the same', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const sick = start({ AI: { run: fails }, VECTORIZE })
    const visitor = await signedIn(sick, 'stan')
    const id = await upload(visitor, undefined, { tags: 'kept' })
    const edited = await visitor.call(`PUT /api/v1/gifs/${id}/`, { form: { title: 'Kept' } })
    expect(edited.status).toBe(200)
    expect(error).toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
