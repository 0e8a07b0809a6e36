import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  type CallRow,
  type FieldRow,
  parseBody,
  readCallTable,
  readFields,
} from '../../test/fixtures/calls/call-table.ts'
import { catalogue } from '../../test/fixtures/calls/catalogue.ts'
import { type Call, ownPath, pathFields } from './call.ts'

const TABLE = readCallTable(
  readFileSync(new URL('../../test/fixtures/calls/calls.tsv', import.meta.url), 'utf8'),
)
const ALL = catalogue as Record<string, Record<string, Call>>

/** `{id}` and `{type:a|b}` of the table, as a Hono path. */
const honoPath = (path: string) =>
  `/${path.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, pattern) => `:${name}${pattern ? `{${pattern}}` : ''}`)}`

type ObjectLike = { entries?: Record<string, v.GenericSchema>; pipe?: ObjectLike[] }

/** Fields of our own (`docs/contract.md`): what was seen before a change, featured items first, what a completion finds, the very words. */
const OURS = new Set(['was', 'featured', 'kind', 'exact'])
/** Fields of one call: what staff say of a channel that they make for someone, and an invitation. */
const OURS_OF: Record<string, readonly string[]> = {
  '/api/v3/channels/ POST': ['owner', 'id'],
  '/api/v3/register POST': ['invite'],
}

/** The fields that a call takes besides its path, as its schema has them. */
function declaredFields(call: Call): FieldRow[] {
  const schema = call.input as ObjectLike
  const entries = (schema.pipe?.[0] ?? schema).entries ?? {}
  const inPath = pathFields(call)
  return Object.entries(entries)
    .filter(([name]) => !inPath.includes(name) && !OURS.has(name))
    .filter(([name]) => !OURS_OF[`${call.path} ${call.method}`]?.includes(name))
    .map(([name, entry]) => {
      const fallback = 'default' in entry ? entry.default : undefined
      return {
        name,
        optional: v.safeParse(entry, undefined).success,
        fallback: fallback === undefined ? undefined : String(fallback),
      }
    })
}

const byName = (fields: FieldRow[]) => [...fields].sort((a, b) => a.name.localeCompare(b.name))

describe('§7 the table of calls', () => {
  it('holds every call that is declared, and nothing else is declared', () => {
    const declared = Object.entries(ALL).flatMap(([upstream, calls]) =>
      Object.keys(calls).map((name) => `${upstream} ${name}`),
    )
    expect(declared.sort()).toEqual(TABLE.map(({ upstream, name }) => `${upstream} ${name}`).sort())
    expect(TABLE.length).toBeGreaterThanOrEqual(96)
  })

  it.each(TABLE.map((row): [string, string, CallRow] => [row.upstream, row.name, row]))(
    '%s %s',
    (upstream, name, row) => {
      const call = ALL[upstream]?.[name]
      if (!call) throw new Error(`${upstream} ${name} is not declared in shared/calls/`)
      expect(call).toMatchObject({
        upstream,
        method: row.method,
        path: honoPath(row.path),
        auth: row.auth,
      })
      const { encoding, fields } = parseBody(row.body)
      expect(call.encoding).toBe(encoding || 'query')
      expect(byName(declaredFields(call))).toEqual(byName(encoding ? fields : readFields(row.query)))
    },
  )
})

describe('T41: the role that each call needs', () => {
  const calls = Object.values(ALL).flatMap((group) => Object.entries(group))
  const namesOf = (role: string) => calls.flatMap(([name, call]) => (call.role === role ? [name] : [])).sort()

  // Written down apart from the entries, after the table of `docs/contract.md`.
  it.each([
    [
      'staff',
      'createSchedule deleteSchedule deleteTrendingStory schedule scheduleTrendingStory schedulerActivity takedown',
    ],
    ['moderator', 'assignBatchAction batchActions batchLeaderboard moderateGif searchCsv updateBatchAction'],
    [
      'owner',
      `addChannelGif addLanguageTags createMagicTag createRankedTag deleteChannel deleteCta deleteLanguageTag
      deleteMagicTag deleteRankedTag deleteStory moveChannel removeChannelGif setCta updateChannel updateGif
      updateRankedTag updateStory`,
    ],
    [
      'user',
      `analytics createChannel createStory follow follows instashare spotifyArtist trimFile trimUrl twitterUpload
      unfollow updateUser user videoInfo`,
    ],
  ])('%s', (role, names) => {
    expect(namesOf(role)).toEqual(names.split(/\s+/))
  })
})

describe('the addresses of calls on our own host', () => {
  it.each([
    [catalogue.site.build, '/api/v3/env/build'],
    [catalogue.gateway.story, '/gateway/stories/:id'],
    [catalogue.gateway.analytics, '/gateway/analytics/:rest{.+}'],
    [catalogue.imaging.videoInfo, '/imaging/fetch/video/info'],
    [catalogue.imaging.trimUrl, '/imaging/trim'],
  ] as [Call, string][])('%#: %s', (call, path) => {
    expect(ownPath(call)).toBe(path)
  })

  it('belong to one call each, or a field of the query picks one among them', () => {
    const seen = new Map<string, Call[]>()
    for (const call of Object.values(ALL).flatMap(Object.values) as Call[]) {
      const address = `${call.method} ${ownPath(call)}`
      seen.set(address, [...(seen.get(address) ?? []), call])
    }
    const unpicked = [...seen.values()].filter(
      (calls) => calls.filter(({ matchedBy }) => matchedBy === undefined).length > 1,
    )
    expect(unpicked).toEqual([])
  })
})

const ODD = [
  {},
  null,
  undefined,
  7,
  'x',
  true,
  [],
  [null],
  { data: {} },
  { data: null },
  { data: 7 },
  { data: [[]], meta: [] },
]

describe('F8: an answer of a wrong shape', () => {
  it.each(
    Object.entries(ALL).flatMap(([upstream, calls]) =>
      Object.entries(calls).map(([name, call]): [string, string, Call] => [upstream, name, call]),
    ),
  )('of %s %s is read as what it is, or refused, and never throws', (_upstream, _name, { response }) => {
    const read = ODD.map((body) => v.safeParse(response, body))
    for (const { success, output } of read) {
      if (success) expect(JSON.stringify(output) ?? '').not.toMatch(/NaN|\[object /)
    }
    expect(read).toHaveLength(ODD.length)
  })
})
