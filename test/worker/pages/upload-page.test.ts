import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { countOf, freshFile, storedKeys, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { OWN, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()
let ann: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann')
})

const MEBI = 1024 * 1024

const FIELDS = {
  title: 'Two words',
  tags: 'one, two',
  rating: 'pg',
  source_post_url: '',
  source_image_url: '',
}

const csrfOf = async (visitor: Visitor) =>
  / name="csrf" value="(\w+)"/.exec(await (await visitor.call('GET /upload')).text())?.[1] ?? ''

type Form = { fields?: Record<string, string>; file?: Blob | undefined; headers?: Record<string, string> }

/** Posts the form as a browser without scripts does: the token first, the file last, one that was not chosen without a name. */
async function post(visitor: Visitor, { fields = {}, file, headers = {} }: Form) {
  const body = new FormData()
  for (const [name, text] of Object.entries({ csrf: await csrfOf(visitor), ...FIELDS, ...fields }))
    body.append(name, text)
  body.append('file', file ?? new Blob([]), file ? 'cat.gif' : '')
  return visitor.call('POST /upload', { body, headers: { 'X-CSRFToken': '', ...headers } })
}

const fileOf = (bytes = freshFile()) => new Blob([bytes], { type: 'image/gif' })

const doneId = (response: Response) =>
  /^\/upload\?done=(\w+)/.exec(response.headers.get('Location') ?? '')?.[1] ?? ''

describe('/upload without scripts (docs/contract.md)', () => {
  it('leads a visitor to sign in, and back', async () => {
    const response = await site.visitor().call('GET /upload')
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/login?next=/upload'])
  })

  it('takes a file in, and shows its link, its code and how far its sizes are', async () => {
    const response = await post(ann, { file: fileOf() })
    expect(response.status).toBe(303)
    const id = doneId(response)
    const item = await (await site.visitor().call(`GET /v1/gifs/${id}`)).json()
    expect(item).toMatchObject({
      data: { title: 'Two words', tags: ['one', 'two'], rating: 'pg', source: '', username: 'ann' },
    })
    const page = await (await ann.call(`GET /upload?done=${id}`)).text()
    expect(page).toContain('Your upload is live')
    expect(page).toContain(`/gifs/two-words-${id}`)
    expect(page).toContain('&lt;iframe')
    expect(page).toContain(`href="/account/gifs/${id}"`)
    expect(page).toMatch(
      /Making smaller sizes|All sizes are ready|keeps its size|Smaller sizes are on the way/,
    )
  })

  it('a file that is here already leads to its item', async () => {
    const bytes = freshFile()
    const id = await upload(await signedIn(site, 'bob'), bytes)
    const response = await post(ann, { file: fileOf(bytes) })
    expect(response.headers.get('Location')).toBe(`/upload?done=${id}&known=1`)
    const page = await (await ann.call(`GET /upload?done=${id}&known=1`)).text()
    expect(page).toContain('This file is already here')
    expect(page).not.toContain('/account/gifs/')
  })

  it.each<[string, Form, number, string]>([
    ['nothing', {}, 400, 'Choose a file or enter its URL'],
    ['an empty file', { file: new Blob([]) }, 400, 'This file is empty'],
    ['no picture', { file: new Blob(['<html><body>no picture</body></html>']) }, 400, 'This isn’t a GIF'],
    ['half a file', { file: new Blob([freshFile().slice(0, 60)]) }, 400, 'This file is damaged'],
    [
      'a file beyond 25 MB',
      { file: new Blob([freshFile(), new Uint8Array(26 * MEBI)]) },
      413,
      'too large. The limit is 25 MB',
    ],
    [
      'an address of our own network',
      { fields: { source_image_url: 'https://127.0.0.1/a.gif' } },
      400,
      'Enter the public https URL',
    ],
  ])('%s is told beside the field, and what was typed stays', async (_name, form, status, text) => {
    const before = [await storedKeys(), await countOf('SELECT count(*) AS n FROM gifs')]
    const response = await post(ann, form)
    const page = await response.text()
    expect([response.status, page]).toEqual([status, expect.stringContaining(text)])
    expect(page).toContain('value="Two words"')
    expect(page).toContain('value="one, two"')
    expect(page).toMatch(/<option value="pg" selected=""/)
    expect([await storedKeys(), await countOf('SELECT count(*) AS n FROM gifs')]).toEqual(before)
  })

  it('a file that was taken down is refused', async () => {
    const bytes = freshFile()
    const id = await upload(ann, bytes)
    await env.DB.prepare(
      "INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'theirs', 'id-sam', '2026-11-01T00:00:00.000Z')",
    )
      .bind(id)
      .run()
    await env.DB.prepare('UPDATE gifs SET is_removed = 1 WHERE id = ?1').bind(id).run()
    const response = await post(ann, { file: fileOf(bytes) })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('was taken down')])
  })

  it('T19: takes no form of another site, nor one without its token in front of the file', async ({
    task,
  }) => {
    const before = await countOf('SELECT count(*) AS n FROM gifs')
    const forms: Form[] = [
      { headers: { Origin: 'https://evil.test' } },
      { headers: { 'Sec-Fetch-Site': 'cross-site' } },
      { fields: { csrf: '' } },
      { fields: { csrf: 'f'.repeat(64) } },
    ]
    tries(task, forms.length + 1)
    for (const form of forms) {
      const response = await post(ann, { ...form, file: fileOf() })
      expect(response.status).toBe(403)
      // What comes with a wrong token is not shown: another site might have typed it.
      expect(await response.text()).not.toContain('Two words')
    }
    const late = new FormData()
    late.append('file', fileOf(), 'cat.gif')
    late.append('csrf', await csrfOf(ann))
    const response = await ann.call('POST /upload', { body: late, headers: { 'X-CSRFToken': '' } })
    expect(response.status).toBe(403)
    expect(await countOf('SELECT count(*) AS n FROM gifs')).toBe(before)
  })

  it('whoever has been signed out is led to sign in', async () => {
    const bob = await signedIn(site, 'bob')
    await bob.call('POST /api/v3/logout')
    const response = await post(bob, { file: fileOf() })
    expect(response.headers.get('Location')).toBe('/login?next=/upload')
  })

  it('is linked from the head of every page, the same for all', async () => {
    expect(await (await site.visitor().call('GET /search/cat')).text()).toContain(
      '<a href="/upload">Upload</a>',
    )
  })
})

describe('where GIFs come from a provider', () => {
  const { send } = withUpstreams(() => Response.json({ data: [], meta: { status: 200, msg: 'OK' } }))

  it('says that nothing is uploaded here', async () => {
    const response = await send(new Request(`${OWN}/upload`))
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('Uploads are off'),
    ])
  })
})
