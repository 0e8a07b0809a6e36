import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFile, storedKeys } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const bare = embeddedSite({ IMAGES: undefined })
let ann: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann')
})

const pageOf = async (who: Visitor) => (await who.call('GET /account')).text()
const csrfOf = async (who: Visitor) => / name="csrf" value="(\w+)"/.exec(await pageOf(who))?.[1] ?? ''

type Form = { csrf?: string; file?: Blob; headers?: Record<string, string> }

/** Posts the form as a browser without scripts does: the texts first; a file that was not chosen has no name. */
async function post(who: Visitor, picture: string, { csrf, file, headers }: Form) {
  const body = new FormData()
  body.append('csrf', csrf ?? (await csrfOf(who)))
  body.append('form', picture)
  body.append('file', file ?? new Blob([]), file ? 'cat.gif' : '')
  return who.call(`POST /account?picture=${picture}`, { body, headers: { 'X-CSRFToken': '', ...headers } })
}

const remove = async (who: Visitor, form: string) =>
  who.call('POST /account', { form: { csrf: await csrfOf(who), form }, headers: { 'X-CSRFToken': '' } })

const picture = () => new Blob([freshFile()], { type: 'image/gif' })
const rowOf = (name: string) =>
  env.DB.prepare('SELECT avatar_key, banner_key FROM users WHERE username = ?1').bind(name).first()

describe('one’s own pictures on /account, without scripts (docs/contract.md)', () => {
  it.each([
    ['avatar', /<p class="portrait-now"><img src="[^"]+\/media\/user-id-ann\/avatar\/\w+\/160h\.webp"/],
    ['banner', /<p class="portrait-now"><img src="[^"]+\/media\/user-id-ann\/banner\/\w+\.webp"/],
  ])('takes the %s, shows it, and removes it', async (name, shown) => {
    const response = await post(ann, name, { file: picture() })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/account?done=saved#pictures'])
    const page = await pageOf(ann)
    expect(page).toMatch(shown)
    const [, src = ''] = /portrait-now"><img src="([^"]*\/media\/[^"]*)"/.exec(page) ?? []
    expect((await site.visitor().call(`GET ${new URL(src).pathname}`)).status).toBe(200)
    expect(page).toContain(`value="remove-${name}"`)
    expect((await remove(ann, `remove-${name}`)).status).toBe(303)
    expect(await pageOf(ann)).not.toContain(`value="remove-${name}"`)
    expect(await rowOf('ann')).toMatchObject({ [`${name}_key`]: null })
  })

  it.each<[string, Blob | undefined, number, string]>([
    ['nothing', undefined, 400, 'Choose a GIF, WebP, or PNG file.'],
    ['an empty file', new Blob([]), 400, 'This file is empty.'],
    ['no picture', new Blob(['<html>']), 400, 'Choose a GIF, WebP, or PNG file.'],
    ['a film', new Blob([freshFile('mp4')]), 400, 'Choose a GIF, WebP, or PNG file.'],
    ['half a file', new Blob([freshFile().slice(0, 60)]), 400, 'This file is damaged'],
    ['one beyond 10 MB', new Blob([freshFile(), new Uint8Array(11 << 20)]), 413, 'The limit is 10 MB.'],
  ])('%s is told at its own field, and leaves nothing', async (_name, file, status, text) => {
    const before = [await storedKeys(), await rowOf('ann')]
    const response = await post(ann, 'banner', file ? { file } : {})
    const page = await response.text()
    expect([response.status, page]).toEqual([status, expect.stringContaining(text)])
    expect(page).toMatch(/id="banner-file-problem"/)
    expect(page).not.toMatch(/id="avatar-file-problem"/)
    expect([await storedKeys(), await rowOf('ann')]).toEqual(before)
  })

  it('without an image service it asks for the right form', async () => {
    const bob = await signedIn(bare, 'bob')
    const page = await (await post(bob, 'avatar', { file: picture() })).text()
    expect(page).toContain('Choose a square picture.')
  })

  it('T19: takes no form without its token, of another site, or of a visitor', async () => {
    expect((await post(ann, 'avatar', { file: picture(), csrf: 'x' })).status).toBe(403)
    expect((await post(ann, 'avatar', { file: picture(), csrf: '' })).status).toBe(403)
    const evil = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }
    expect((await post(ann, 'avatar', { file: picture(), headers: evil })).status).toBe(403)
    const response = await post(site.visitor(), 'avatar', { file: picture(), csrf: 'x' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/login?next=/account'])
    expect(await rowOf('ann')).toMatchObject({ avatar_key: null })
  })

  it('has no such form where uploads go to a provider', async () => {
    const who = await signedIn(embeddedSite({ PROVIDER_URL: 'https://provider.test' }), 'ann')
    const page = await pageOf(who)
    expect(page).toContain('name="display_name"')
    expect(page).not.toContain('name="file"')
    // Nor figures, which are of uploads.
    expect(page).toContain('href="/account/channels"')
    expect(page).not.toContain('href="/account/figures"')
  })
})
