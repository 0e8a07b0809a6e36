import { describe, expect, it } from 'vitest'
import { catalogue } from '../../test/fixtures/calls/catalogue.ts'
import { type Call, parseInput } from './call.ts'
import { providerCalls } from './provider.ts'

const search = (fields: Record<string, unknown>) =>
  parseInput(providerCalls.search, { type: 'gifs', ...fields })

describe('the input of a call', () => {
  it('keeps what the schema names and drops the rest', () => {
    expect(search({ q: ' cat ', limit: '6', api_key: 'k', __proto__: { x: 1 }, random_id: 'r' })).toEqual({
      type: 'gifs',
      q: 'cat',
      limit: 6,
    })
  })

  it('takes the word undefined for nothing, as real clients send it', () => {
    expect(search({ q: 'cat', excludeDynamicResults: 'undefined', rating: 'undefined', offset: '' })).toEqual(
      {
        type: 'gifs',
        q: 'cat',
      },
    )
  })

  it.each([
    ['0', 1],
    ['51', 50],
    ['-3', 1],
    [7, 7],
  ])('brings a limit of %s into its range', (limit, expected) => {
    expect(search({ q: 'cat', limit })).toMatchObject({ limit: expected })
  })

  it.each([
    [{}, 'q is required', 'invalid-input'],
    [{ q: '   ' }, 'q is required', 'invalid-input'],
    [{ q: 'x'.repeat(51) }, 'q must be at most 50 characters', 'query-too-long'],
    [{ q: 'cat', limit: '1e3' }, 'limit must be a whole number', 'invalid-input'],
    [{ q: 'cat', offset: '5000' }, 'offset must be at most 4999', 'invalid-input'],
    [{ q: 'cat', lang: '<b>' }, 'lang must be a language code', 'invalid-input'],
  ])('T40: %j is refused by the field’s name', (fields, message, kind) => {
    expect(() => search(fields)).toThrow(expect.objectContaining({ message, kind }))
  })

  it('counts characters as people do: 50 flags are 50', () => {
    expect(search({ q: '🇩🇪'.repeat(50) })).toMatchObject({ q: '🇩🇪'.repeat(50) })
  })

  it('T40: holds ids to the 100 that the database binds', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`).join(',')
    expect(parseInput(providerCalls.gifs, { ids: ids(100) })).toEqual({ ids: ids(100) })
    expect(() => parseInput(providerCalls.gifs, { ids: ids(101) })).toThrow('ids must be at most 100')
  })
})

describe('the written rules of §5 and §9', () => {
  it.each([
    [catalogue.site.childChannels, {}, "We cannot fetch a channel's children without its parent's id."],
    [
      catalogue.site.childChannels,
      { parent: '' },
      "We cannot fetch a channel's children without its parent's id.",
    ],
    [catalogue.gateway.userStories, {}, 'username is required'],
    [catalogue.imaging.trimUrl, {}, 'A trim needs a media URL or a file'],
    [catalogue.imaging.trimFile, {}, 'A trim needs a media URL or a file'],
    [
      catalogue.imaging.trimFile,
      { file: new Blob(['GIF89a']), media_url: 'https://media.example.com/a.gif' },
      'A trim needs a media URL or a file',
    ],
    [catalogue.imaging.videoInfo, { url: 'https://127.0.0.1/' }, 'url must be an https URL of a public host'],
    [catalogue.gateway.shareAnalytics, { shareType: 'sms', gifId: 'a' }, 'shareType must be one of twitter'],
    [catalogue.site.user, { id: '../admin' }, 'an id is made of up to 64 letters and digits'],
    [catalogue.gateway.analytics, { rest: 'a/../b' }, 'rest must be a path of up to 8 words'],
  ] as [Call, Record<string, unknown>, string][])('%#: %j is refused', (call, fields, message) => {
    expect(() => parseInput(call, fields)).toThrow(message)
  })

  it.each([
    [catalogue.site.artists, { order: 'desc', sort: 'updatetime', rating: 'pg' }],
    [catalogue.gateway.schedule, { limit: 25, offset: 0, type: 'gif' }],
    [catalogue.gateway.partnerArtistStories, { limit: 50 }],
  ] as [Call, object][])('%#: what is left out of a listing is %j', (call, defaults) => {
    expect(parseInput(call, {})).toEqual(defaults)
  })

  it('says every field that is wrong, each in its own place', () => {
    const fields = { username: '<b>', email: 'nobody', password: 'p' }
    expect(() => parseInput(catalogue.site.register, fields)).toThrow(
      expect.objectContaining({
        kind: 'invalid-input',
        detail: {
          username: 'username must be a username of up to 50 letters and digits',
          email: 'email must be an e-mail address',
        },
      }),
    )
  })

  it('never takes what is not a person’s to set (T34)', () => {
    const fields = { id: 'me', display_name: 'Ann', role: 'staff', is_verified: true, is_staff: 1, id_: 2 }
    expect(parseInput(catalogue.site.updateUser, fields)).toEqual({ id: 'me', display_name: 'Ann' })
  })
})
