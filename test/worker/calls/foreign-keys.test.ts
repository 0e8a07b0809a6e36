import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

/** What every object has, and texts that programs take for nothing: one of each kind. */
const KINDS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length']
const NAMES = [
  ...KINDS,
  ...['valueOf', 'isPrototypeOf', 'toLocaleString', '__defineGetter__', '__lookupSetter__'],
]
/**
 * A word of the same form that no record has either: some fields bound how long it is. An owner gets another one:
 * accounts of the first may be there by then.
 */
function unknownAs(name: string, field = ''): string {
  const start = field === 'owner' ? 'yy' : 'zz'
  if (name.startsWith('_')) return `__${start}Unknown__`
  return start + (name.length < 8 ? 'Unkno' : name.length === 8 ? 'Unknow' : 'UnknownWord')
}

const site = embeddedSite()
let staff: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  staff = await somebodyNew(site, { username: 'sonja', role: 'staff' })
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  return () => vi.restoreAllMocks()
})

type Schema = { properties?: Record<string, object> }
type Parameter = { name: string; in: string; schema: object }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-example': { path: string; type?: string; body?: string }
  'x-calls'?: Operation[]
}
type Reference = { paths: Record<string, Record<string, Operation>> }

/** A request of a call with a word in one of its fields. */
type Ask = (word: string) => { what: string; type?: string | undefined; body?: string | undefined }

const inQuery = (path: string, name: string, word: string) => {
  const url = new URL(path, 'https://loop.test')
  url.searchParams.set(name, word)
  return url.pathname + url.search
}

let numbers = 0

/** What no two requests may share, or may share often. */
const FRESH = new Map<string, () => string>([
  ['username', () => `fresh${numbers++}`],
  ['email', () => `fresh${numbers++}@example.test`],
  ['slug', () => `fresh-${numbers++}`],
  ['source_image_url', () => `https://media${numbers++}.example/a.gif`],
])

function inBody(type: string, body: string, name: string, word: string): string {
  const isJson = type === 'application/json'
  const given: Record<string, unknown> = isJson
    ? JSON.parse(body || '{}')
    : Object.fromEntries(new URLSearchParams(body))
  const fields = Object.entries(given).map(([each, value]) => [each, FRESH.get(each)?.() ?? value])
  const all = [...fields, [name, word]] as [string, string][]
  return isJson
    ? JSON.stringify(Object.fromEntries(all))
    : String(new URLSearchParams(Object.fromEntries(all)))
}

/** A way to ask for each field of an operation. What is in its path replaces the example's part at the same place. */
function asksOf(path: string, method: string, operation: Operation): [field: string, ask: Ask][] {
  const { parameters, requestBody, 'x-example': example } = operation
  const [[type = '', content] = []] = Object.entries(requestBody?.content ?? {})
  const what = (at: string) => `${method.toUpperCase()} ${at}`
  const fields = parameters.map(({ name, in: place }): [string, Ask] => [
    name,
    (word) => {
      const at = path.split('/').indexOf(`{${name}}`)
      const [before = '', query] = example.path.split('?')
      const parts = before
        .split('/')
        .map((part, n) => (n === at ? word : part))
        .join('/')
      const withWord =
        place === 'path' ? parts + (query ? `?${query}` : '') : inQuery(example.path, name, word)
      return { what: what(withWord), type: example.type, body: example.body }
    },
  ])
  const sent = type === 'multipart/form-data' ? 'application/x-www-form-urlencoded' : type
  const bodies = Object.keys(content?.schema.properties ?? {}).map((name): [string, Ask] => [
    name,
    (word) => ({ what: what(example.path), type: sent, body: inBody(sent, example.body ?? '', name, word) }),
  ])
  return [...fields.filter(([name]) => name !== 'Password'), ...bodies]
}

/**
 * Fields that refuse some of the names by themselves: no one may be called so (`origin/people/reserved-names.ts`), and a
 * password that many have is none.
 */
const RESERVED = new Set([
  'register username',
  'createPerson username',
  'register password',
  'createChannel slug',
  'updateChannel slug',
])

/** Calls whose second time is another: what was made is there, what was deleted is gone. */
const ONCE = new Set(['createCategory', 'updateCategory', 'deleteCategory'])

async function statusOf(who: Visitor, { what, type, body }: ReturnType<Ask>): Promise<number> {
  const headers = type ? { headers: { 'Content-Type': type } } : {}
  const response = await who.call(what, { ...headers, ...(body !== undefined && type && { body }) })
  await response.body?.cancel()
  return response.status
}

/** Calls that end the session of who calls, or check a password, which takes long. */
const ENDS = new Set(['logout', 'deleteAccount', 'changePassword', 'login'])

/** How a field takes each name: a fault where not as it takes an unknown word. 501 and 503 are calls that are not here. */
async function faultsOf(operationId: string, field: string, ask: Ask, names = NAMES): Promise<string[]> {
  const status = (word: string) => statusOf(staff, ask(word))
  const usual = new Map<string, number>()
  for (const word of new Set(names.map((name) => unknownAs(name, field)))) usual.set(word, await status(word))
  const faults: string[] = []
  for (const name of names) {
    const got = await status(name)
    const wanted = usual.get(unknownAs(name, field)) ?? 0
    const isReserved = RESERVED.has(`${operationId} ${field}`) && got === 400
    const isOnce = ONCE.has(operationId) && got < 500
    const isFit = (got === wanted && (got < 500 || got === 501 || got === 503)) || isReserved || isOnce
    if (!isFit) faults.push(`${operationId} ${field}=${name}: ${got}, not ${wanted}`)
  }
  return faults
}

/** Renames channels that a call has named with one of the words, so that the next field doesn't find them by it. */
const forgetWords = () =>
  env.DB.prepare(
    "UPDATE channels SET slug = 'channel-' || id WHERE slug NOT IN ('nature', 'sea', 'empty')",
  ).run()

async function operations() {
  const reference = await (await site.visitor().call('GET /docs/api.json')).json<Reference>()
  return Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) =>
      (one['x-calls'] ?? [one]).map((operation) => ({ path, method, operation })),
    ),
  )
}

/** All calls at once would take as long as ten other files: each test has a part of them. */
const QUARTERS = [0, 1, 2, 3]

describe('T63: a name of every object is what any unknown word is, and never a 5xx', () => {
  // First: what the calls write is part of pages.
  it('in each place of an address', async ({ task }) => {
    tries(task, ADDRESSES.length * NAMES.length)
    const faults: string[] = []
    for (const address of ADDRESSES) {
      const ask = (word: string) => ({ what: `GET ${address.replaceAll('WORD', word)}` })
      faults.push(...(await faultsOf(address, '', ask)))
    }
    expect(faults).toEqual([])
  }, 120_000)

  it.for(QUARTERS)(
    'in each field of each call, quarter %i',
    { timeout: 180_000 },
    async (quarter, { task }) => {
      const all = await operations()
      expect(all.length).toBeGreaterThan(150)
      const faults: string[] = []
      let fields = 0
      for (const { path, method, operation } of all.filter((_, at) => at % QUARTERS.length === quarter)) {
        if (ENDS.has(operation.operationId)) continue
        for (const [field, ask] of asksOf(path, method, operation)) {
          await forgetWords()
          faults.push(...(await faultsOf(operation.operationId, field, ask, KINDS)))
          fields++
        }
      }
      tries(task, fields * KINDS.length)
      expect(fields).toBeGreaterThan(50)
      expect(faults).toEqual([])
    },
  )
})

/** Pages, files and the other dialects, with a place for a word. */
const ADDRESSES = [
  ...[
    '/search/WORD',
    '/search?q=WORD',
    '/search?q=cat&type=WORD',
    '/trending?type=WORD',
    '/trending/page/WORD',
  ],
  ...[
    '/gifs/WORD',
    '/gifs/a-WORD',
    '/stickers/WORD',
    '/gifs/WORD/related',
    '/channels/WORD',
    '/channel/WORD/search/WORD',
  ],
  ...[
    '/categories/WORD',
    '/categories/WORD/WORD',
    '/stories/WORD',
    '/docs/WORD',
    '/docs/api/WORD',
    '/admin/WORD',
  ],
  ...[
    '/create/gifmaker/decorate/stickers/search/WORD',
    '/?lang=WORD',
    '/?theme=WORD',
    '/?what=WORD',
    '/?as=WORD',
  ],
  ...[
    '/?what=grid&source=WORD&value=cat',
    '/?what=carousel&source=q&value=WORD',
    '/?item=WORD',
    '/?WORD=WORD',
  ],
  ...['/login?done=WORD', '/login?next=WORD', '/account?done=WORD', '/account/gifs/WORD', '/report?gif=WORD'],
  ...[
    '/embed/WORD',
    '/embed/cat00001?theme=WORD',
    '/embed/cat00001?lang=WORD',
    '/embed/cat00001?utm_WORD=WORD',
  ],
  ...[
    '/widgets/grid?WORD=WORD',
    '/widgets/grid?theme=WORD',
    '/widgets/carousel?type=WORD',
    '/widgets/picker?tab=WORD',
  ],
  ...[
    '/media/WORD/original.gif',
    '/media/cat00001/WORD.gif',
    '/media/cat00001/original.WORD',
    '/media/user-WORD/avatar.gif',
  ],
  ...['/static/WORD', '/WORD', '/api/WORD', '/gateway/WORD', '/users/WORD/follows', '/.well-known/WORD'],
  ...[
    '/services/oembed?url=https://loop.test/gifs/WORD',
    '/services/oembed?url=https://loop.test/gifs/cat00001&format=WORD',
  ],
  ...['/v2/search?q=WORD', '/v2/search?q=cat&media_filter=WORD', '/v2/search?q=cat&contentfilter=WORD'],
  ...[
    '/v2/search?q=cat&locale=zh-WORD',
    '/v2/search?q=cat&ar_range=WORD',
    '/v2/search?q=cat&pos=WORD',
    '/v2/posts?ids=WORD',
  ],
  ...[
    '/v2/search?q=cat&searchfilter=WORD',
    '/v2/categories?type=WORD',
    '/v2/autocomplete?q=WORD',
    '/v2/WORD',
  ],
  ...[
    '/api/v1/WORD/gifs/search?q=cat',
    '/api/v1/key/gifs/WORD',
    '/api/v1/key/gifs/search?q=cat&content_filter=WORD',
  ],
  ...[
    '/api/v1/key/gifs/search?q=cat&locale=WORD',
    '/api/v1/key/gifs/search?q=cat&format_filter=WORD',
    '/api/v1/key/WORD/search?q=cat',
  ],
]
