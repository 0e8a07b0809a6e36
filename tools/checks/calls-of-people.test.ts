import { describe, expect, it } from 'vitest'
import { ROLE_RANK } from '../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../shared/calls/gateway.ts'
import { sourcesOf } from './read-imports.ts'
import { ownRepository } from './repository.ts'

const CALLS = { ...siteCalls, ...ownSiteCalls, ...gatewayCalls }

/** Those that a script or a form makes by its address, and where it has it. */
const BY_ADDRESS: Readonly<Record<string, readonly [file: string, address: string]>> = {
  uploadGif: ['worker/proxy/handle-upload.ts', 'uploadGif'],
  putAvatar: ['worker/proxy/handle-upload.ts', 'putAvatar'],
  putBanner: ['worker/proxy/handle-upload.ts', 'putBanner'],
  removeAvatar: ['worker/people/own-pictures.tsx', 'removeAvatar'],
  removeBanner: ['worker/people/own-pictures.tsx', 'removeBanner'],
  figuresCsv: ['worker/people/figures.tsx', '/api/v3/analytics/gifs/csv/'],
  transparencyCsv: ['worker/public/transparency.tsx', '/api/v3/transparency/csv/'],
  upload: ['islands/upload/send-upload.ts', '/api/v3/uploads/'],
  favorites: ['islands/favorites/favorites.ts', '/api/v1/users/self/favorites'],
  favorite: ['islands/favorites/favorites.ts', '/api/v1/users/self/favorites'],
  addFavorite: ['islands/favorites/favorites.ts', '/api/v1/users/self/favorites'],
  removeFavorite: ['islands/favorites/favorites.ts', '/api/v1/users/self/favorites'],
  passkeyChallenge: ['islands/public/ask-passkey.ts', '/api/v3/login/passkey'],
  factors: ['islands/public/second-factor.ts', 'GET /api/v3/factors'],
  addFactor: ['islands/public/second-factor.ts', 'POST /api/v3/factors'],
  removeFactor: ['islands/public/second-factor.ts', 'DELETE /api/v3/factors'],
  renewRecoveryCodes: ['islands/public/second-factor.ts', 'POST /api/v3/factors/codes'],
  shareAnalytics: ['islands/track/privacy.ts', '/gateway/analytics/share'],
}

const BY_OTHER_CALL = 'a page does the same by another call'
const BY_PROVIDER = 'public pages read it of the provider, whichever that is'
const OF_CLIENTS = 'clients of other platforms make it (docs/wire.md)'

/** Those that no page makes, and why. */
const REASONS: Readonly<Record<string, string>> = {
  updateGif: BY_OTHER_CALL,
  moveChannel: BY_OTHER_CALL,
  addChannelGif: BY_OTHER_CALL,
  removeChannelGif: BY_OTHER_CALL,
  bulkLanguageTags: BY_OTHER_CALL,
  channels: BY_PROVIDER,
  searchChannels: BY_PROVIDER,
  childChannels: BY_PROVIDER,
  gifChannels: BY_PROVIDER,
  trendingGifs: BY_PROVIDER,
  tagCounts: BY_PROVIDER,
  metadata: BY_PROVIDER,
  extendedMetadata: BY_PROVIDER,
  trendingSearchesBlock: BY_PROVIDER,
  randomArtistChannels: BY_PROVIDER,
  artists: OF_CLIENTS,
  build: OF_CLIENTS,
  instashare: OF_CLIENTS,
  twitterUpload: OF_CLIENTS,
  spotifyArtist: OF_CLIENTS,
  userViewCount: OF_CLIENTS,
  gifAnalytic: 'pages count by pingbacks and by `shareAnalytics`',
  analytics: 'pages count by pingbacks and by `shareAnalytics`',
  knownFiles: 'a page sends the file, and the library knows it',
  sendRenditions: 'a program makes them (`npm run ingest`)',
  cancelUpload: 'an upload that has arrived is deleted on its own page',
}

const repository = ownRepository()
const PAGES = sourcesOf(repository)
  .filter((path) => path.startsWith('worker/people/') || path.startsWith('worker/public/'))
  .map((path) => repository.read(path))
  .join('\n')

/** A page makes a call by its name, or by its row of the catalog. */
const isMade = (name: string) =>
  PAGES.replace(/\s+/g, ' ').includes(`(c, '${name}'`) || new RegExp(`[cC]alls\\.${name}\\b`).test(PAGES)

describe('what a person may do by a call', () => {
  const ofPeople = Object.entries(CALLS).filter(([, { role }]) => ROLE_RANK[role] < ROLE_RANK.moderator)

  it.each(ofPeople.map(([name]) => name))('%s has a page, or a reason', (name) => {
    const [file, address] = BY_ADDRESS[name] ?? []
    if (file) expect(repository.read(file)).toContain(address)
    else expect([name, isMade(name)]).toEqual([name, !(name in REASONS)])
  })

  it('has no reason for what is no such call', () => {
    const names = new Set(ofPeople.map(([name]) => name))
    expect([...Object.keys(REASONS), ...Object.keys(BY_ADDRESS)].filter((name) => !names.has(name))).toEqual(
      [],
    )
  })
})
