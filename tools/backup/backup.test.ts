import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../test/fixtures/library/database.ts'
import { BackupError, END, MANIFEST } from './archive-names.ts'
import { secretNames, writeBackup } from './backup.ts'
import { checkArchive, MIGRATIONS } from './check-archive.ts'
import { makeStores } from './make-stores.ts'
import type { Listed, Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readTar, tarWriter } from './tar.ts'

let folder: string
let state: string
let archive: string
let tar: Buffer

const AT = '2026-01-02T03:04:05.000Z'
const FILES = { 'm/one.gif': 'GIF89a one', 'm/two.gif': 'x'.repeat(70_000), 'm/empty.gif': '' }

/** People, an item with its rendition, and what no archive has. */
function fill(db: DatabaseSync): void {
  const run = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values)
  run(
    "INSERT INTO users (id, username, display_name, email, role, password) VALUES ('u1', 'stan', 'Stan', 's@x.test', 'staff', 'scrypt$1')",
  )
  run(
    "INSERT INTO gifs (num, id, slug, title, type, tags, import_datetime, heat, user_id) VALUES (1, 'g1', 'one', 'Größe \u{1f600} \u0001', 'gif', '[\"cat\"]', '2026-01-01 00:00:00', 0.1, 'u1')",
  )
  run(
    "INSERT INTO renditions (gif_id, name, format, width, height, size, r2_key, sha256) VALUES ('g1', 'original', 'gif', 1, 1, 10, 'm/one.gif', '')",
  )
  run(
    "INSERT INTO tokens (hash, id, user_id, name, created_at, scopes) VALUES ('token-hash', 't1', 'u1', 't', ?1, '[\"read\"]')",
    AT,
  )
  run(
    "INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, expires_at, access_version) VALUES ('session-hash', 's1', 'u1', ?1, ?1, ?1, 0)",
    AT,
  )
  run(
    "INSERT INTO links (hash, user_id, purpose, expires_at, access_version) VALUES ('link-hash', 'u1', 'sign-in', ?1, 0)",
    AT,
  )
  run("INSERT INTO secrets (name, value) VALUES ('payloads', 'secret-of-payloads')")
  run(
    "INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('s@x.test', 'Sign in', 'https://x.test/login?token=mailed', ?1)",
    AT,
  )
  run(
    "INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('s@x.test', 'News', 'nothing secret', ?1)",
    AT,
  )
  run(
    "INSERT INTO webhooks (id, url, events, secret, created_by, created_at) VALUES ('w1', 'https://h.test/', '[\"report\"]', 'webhook-secret', 'u1', ?1)",
    AT,
  )
  run("INSERT INTO channels (id, slug, display_name, user_id) VALUES (9, 'nine', 'Nine', 'u1')")
  // More than JavaScript's numbers can say.
  run("INSERT INTO search_terms (id, term, items) VALUES (1, 'zeta', 1)")
  db.exec('INSERT INTO search_postings (list, key) VALUES (5, 11432721905618225)')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-backup-'))
  state = join(folder, 'state')
  archive = join(folder, 'backup.tar.gz')
  const stores = await makeStores(state, MIGRATIONS)
  fill(stores.db)
  for (const [key, text] of Object.entries(FILES)) {
    const blob = await stores.put(Readable.from([Buffer.from(text)]))
    const http = JSON.stringify({ contentType: 'image/gif' })
    stores.name(blob, {
      key,
      size: text.length,
      etag: `e-${text.length}`,
      uploaded: 1_700_000_000_000,
      http,
      custom: '{}',
    })
  }
  stores.finish()
  writeFileSync(join(state, 'secrets.env'), 'PROVIDER_KEY=abcd-key\n# note\nexport TAGGER_KEY = efgh-key\n')
  await writeBackup({ state, file: archive })
  tar = gunzipSync(readFileSync(archive))
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

let places = 0
const place = (name = `place-${++places}`) => join(folder, name)

/** All rows of all tables, as text. */
function rowsOf(at: string): string {
  const db = openDatabase(at)
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  const kept = tables
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|^_cf_|d1_migrations/.test(name))
  const text = kept.map((name) => {
    const query = db.prepare(`SELECT * FROM "${name}"`)
    query.setReadBigInts(true)
    return JSON.stringify([name, query.all()], (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
  })
  db.close()
  return text.join('\n')
}

const schemaOf = (at: string): unknown => {
  const db = openDatabase(at)
  const rows = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
  db.close()
  return rows
}

describe('an archive', () => {
  it('has no secret, session, or link, and the names of the secrets', () => {
    const text = tar.toString('latin1')
    for (const secret of [
      'session-hash',
      'link-hash',
      'secret-of-payloads',
      'mailed',
      'webhook-secret',
      'abcd-key',
      'efgh-key',
    ])
      expect(text, secret).not.toContain(secret)
    expect(text).toContain('token-hash')
    expect(text).toContain('scrypt$1')
    expect(text).toContain('nothing secret')
    expect(secretNames([join(state, 'secrets.env')])).toEqual(['PROVIDER_KEY', 'TAGGER_KEY'])
    expect(text).toContain('"PROVIDER_KEY"')
  })

  it.each(['gz', 'zst'])('comes back as it was (%s)', async (ending) => {
    const file = place(`again.tar.${ending}`)
    await writeBackup({ state, file })
    const to = place()
    await restoreBackup({ state: to, file })
    expect(readdirSync(to)).toEqual(['v3'])
    const db = openDatabase(to)
    expect(db.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 0 })
    expect(db.prepare('SELECT title, heat FROM gifs').get()).toEqual({
      title: 'Größe \u{1f600} \u0001',
      heat: 0.1,
    })
    expect(db.prepare('SELECT CAST(key AS TEXT) AS key FROM search_postings').get()).toEqual({
      key: '11432721905618225',
    })
    expect(
      db.prepare("SELECT count(*) AS n FROM channel_words WHERE channel_words MATCH 'nine'").get(),
    ).toEqual({ n: 1 })
    const hook = db.prepare('SELECT is_active, secret FROM webhooks').get()
    expect(hook?.is_active).toBe(0)
    expect(hook?.secret).toMatch(/^[0-9A-F]{64}$/)
    db.close()
    expect(schemaOf(to)).toEqual(schemaOf(state))
    const twice = place('twice.tar.gz')
    await writeBackup({ state: to, file: twice })
    const members = async (bytes: Buffer) =>
      (await membersOf(bytes)).filter(({ name }) => /^(rows|files)/.test(name) && !/webhooks/.test(name))
    expect(await members(gunzipSync(readFileSync(twice)))).toEqual(await members(tar))
  })

  it('is one moment of a library that is written to', async () => {
    const db = openDatabase(state)
    const title = db.prepare("UPDATE gifs SET title = title || ' ' WHERE id = 'g1'")
    const alt = db.prepare(
      "UPDATE users SET description = (SELECT title FROM gifs WHERE id = 'g1') WHERE id = 'u1'",
    )
    let writes = 0
    const writing = setInterval(() => {
      db.exec('BEGIN')
      title.run()
      alt.run()
      db.exec('COMMIT')
      writes++
    })
    const file = place('beside.tar.gz')
    try {
      for (let round = 0; round < 5 || writes < 5; round++) {
        await writeBackup({ state, file })
        const members = await membersOf(gunzipSync(readFileSync(file)))
        const row = (table: string) =>
          String(members.find(({ name }) => name.startsWith(`rows/${table}/`))?.content)
        const [spaces] = /\\u0001 */.exec(row('gifs')) ?? []
        if (writes > 0 && spaces !== '\\u0001') expect(row('users')).toContain(`Größe \u{1f600} ${spaces}"`)
      }
    } finally {
      clearInterval(writing)
      db.exec("UPDATE gifs SET title = 'Größe \u{1f600} ' || char(1)")
      db.close()
    }
  })
})

describe('a place', () => {
  it.each([
    ['a file', (at: string) => writeFileSync(join(at, 'mine.txt'), 'mine')],
    ['a library', (at: string) => mkdirSync(join(at, 'v3'))],
  ])('that has %s is refused, and stays as it is', async (_, make) => {
    const to = place()
    mkdirSync(to)
    make(to)
    const before = readdirSync(to)
    await expect(restoreBackup({ state: to, file: archive })).rejects.toThrow('--replace')
    expect(readdirSync(to)).toEqual(before)
  })

  it('is replaced where that is said, and nothing else in it', async () => {
    const to = place()
    mkdirSync(join(to, 'v3/old'), { recursive: true })
    writeFileSync(join(to, 'secrets.env'), 'A=b')
    await restoreBackup({ state: to, file: archive, replace: true })
    expect(readdirSync(to).sort()).toEqual(['secrets.env', 'v3'])
    expect(readdirSync(join(to, 'v3'))).not.toContain('old')
    expect(rowsOf(to)).toContain('token-hash')
  })

  it('whose restore ended between two steps has what it had', async () => {
    const to = place()
    mkdirSync(join(to, 'v3.replaced/old'), { recursive: true })
    mkdirSync(join(to, 'restoring/v3'), { recursive: true })
    await expect(restoreBackup({ state: to, file: archive })).rejects.toThrow('has a library')
    expect(readdirSync(to)).toEqual(['v3'])
    expect(readdirSync(join(to, 'v3'))).toEqual(['old'])
  })
})

type Plain = { name: string; content: Buffer }

async function membersOf(bytes: Buffer): Promise<Plain[]> {
  const members: Plain[] = []
  for await (const { name, content } of readTar(Readable.from([bytes]), () => 2 ** 40)) {
    const pieces: Uint8Array[] = []
    for await (const piece of content) pieces.push(piece)
    members.push({ name, content: Buffer.concat(pieces) })
  }
  return members
}

async function tarOf(members: readonly Plain[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const to = new Writable({
    write(piece, _, done) {
      pieces.push(piece)
      done()
    },
  })
  const out = tarWriter(to)
  for (const { name, content } of members) await out.add(name, content.byteLength, [content])
  await out.end()
  return Buffer.concat(pieces)
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Makes an archive's list and end right again for what its members are now: its maker is a liar, not a broken line. */
function resealed(members: readonly Plain[]): Plain[] {
  const of = new Map(members.map(({ name, content }) => [name, content]))
  const all = createHash('sha256')
  const sealed: Plain[] = []
  for (const { name, content } of members) {
    if (name === END) continue
    let bytes = content
    if (name.startsWith('list/')) {
      const lines = String(content).trimEnd().split('\n')
      const listed = lines
        .map((line) => JSON.parse(line) as Listed)
        .map((each) => ({ ...each, sha256: hashOf(of.get(each.member) ?? Buffer.of()) }))
      bytes = Buffer.from(listed.map((each) => `${JSON.stringify(each)}\n`).join(''))
    }
    all.update(`${hashOf(bytes)}  ${name}\n`)
    sealed.push({ name, content: bytes })
  }
  const end = { ...JSON.parse(String(of.get(END))), sha256: all.digest('hex') }
  return [...sealed, { name: END, content: Buffer.from(JSON.stringify(end)) }]
}

/** Restores an archive that shall be refused; nothing may be there then. */
async function refused(bytes: Uint8Array): Promise<string> {
  const [file, to] = [place(), place()]
  writeFileSync(file, bytes)
  const error = await restoreBackup({ state: to, file }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(BackupError)
  expect(existsSync(to)).toBe(false)
  return (error as Error).message
}

const edited = (name: RegExp, edit: (text: string) => string) => (members: Plain[]) =>
  resealed(
    members.map((member) =>
      name.test(member.name) ? { ...member, content: Buffer.from(edit(String(member.content))) } : member,
    ),
  )
const manifest = (change: (manifest: Manifest) => object) =>
  edited(/^manifest/, (text) => JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text)) }))

describe('T67: a hostile archive writes nothing', () => {
  it('the same, sealed again, is taken', async () => {
    const file = place()
    writeFileSync(file, gzipSync(await tarOf(resealed(await membersOf(tar)))))
    await checkArchive(file)
  })

  const CASES: [string, (members: Plain[]) => Plain[], RegExp][] = [
    [
      'a name that leads out',
      (all) => [...all.slice(0, 2), { name: '../../etc/passwd', content: Buffer.from('x') }],
      /it has '\.\./,
    ],
    ['an absolute name', (all) => [{ name: '/etc/passwd', content: Buffer.from('x') }, ...all], /it has/],
    [
      'a member twice',
      (all) => all.flatMap((each) => (each.name.startsWith('files/000000002') ? [each, each] : [each])),
      /order/,
    ],
    [
      'a table twice',
      (all) => all.flatMap((each) => (each.name.startsWith('rows/users') ? [each, each] : [each])),
      /order/,
    ],
    ['no manifest', (all) => all.slice(1), /order/],
    ['no end', (all) => all.slice(0, -1), /cut off/],
    ['no list', (all) => all.filter(({ name }) => !name.startsWith('list/')), /cut off/],
    ['a file less', (all) => resealed(all.filter(({ name }) => name !== 'files/000000002')), /damaged/],
    [
      'other bytes of a file',
      (all) =>
        all.map((each) =>
          each.name === 'files/000000002' ? { ...each, content: Buffer.from('GIF89a two') } : each,
        ),
      /hash is wrong/,
    ],
    ['another format', manifest(() => ({ format: 'else' })), /manifest/],
    ['a newer version', manifest(() => ({ version: 2 })), /newer Loopframe/],
    [
      'a newer migration',
      manifest(({ migrations }) => ({ migrations: [...migrations, '9999_new.sql'] })),
      /newer Loopframe/,
    ],
    ['a migration elsewhere', manifest(() => ({ migrations: ['../../x.sql'] })), /manifest/],
    [
      'too few migrations',
      manifest(({ migrations }) => ({ migrations: [...migrations].slice(5) })),
      /refused/,
    ],
    ['a huge count', manifest(() => ({ files: 2 ** 50 })), /does not fit/],
    [
      'a huge count of rows',
      edited(/^manifest/, (text) => text.replace('"rows": 1', '"rows": 9007199254740991')),
      /rows of/,
    ],
    ['a count that is none', manifest(() => ({ files: -1 })), /manifest/],
    ['a table that is none', edited(/^manifest/, (text) => text.replace('"users"', '"uzers"')), /tables/],
    ['a row twice', edited(/^rows\/users/, (text) => text + text), /rows of 'users'/],
    ['a row with a column more', edited(/^rows\/users/, (text) => text.replace('[', '[1,')), /is none/],
    ['an object in a row', edited(/^rows\/users/, (text) => text.replace('"u1"', '{"a":1}')), /is none/],
    ['no JSON', edited(/^rows\/users/, () => '][\n'), /is none/],
    ['a row without its end', edited(/^rows\/users/, (text) => text.trimEnd()), /no end/],
    ['a number where a text is', edited(/^rows\/gifs/, (text) => text.replace('"gif"', '"exe"')), /CHECK/],
    [
      'a row of someone who is not there',
      edited(/^rows\/gifs/, (text) => text.replace('"u1"', '"u9"')),
      /missing/,
    ],
    [
      'a key that another has',
      edited(/^list/, (text) => text.replace('m/two.gif', 'm/one.gif')),
      /key twice/,
    ],
  ]
  it.each(CASES)('%s', async (_, change, why) => {
    expect(await refused(gzipSync(await tarOf(change(await membersOf(tar)))))).toMatch(why)
  })

  it('rows twice that are counted', async () => {
    const twice = edited(/^rows\/users/, (text) => text + text)(await membersOf(tar))
    const counted = edited(/^manifest/, (text) => {
      const value = JSON.parse(text)
      value.tables.users.rows = 2
      return JSON.stringify(value)
    })(twice)
    expect(await refused(gzipSync(await tarOf(counted)))).toMatch(/UNIQUE/)
  })

  it('a link, a folder, and a file larger than it may be', async () => {
    for (const [at, byte] of [
      [156, '2'],
      [156, '5'],
      [124, '7'],
    ] as const) {
      const copy = Buffer.from(tar)
      copy.write(byte, at)
      copy.write('        ', 148)
      const sum = copy.subarray(0, 512).reduce((all, each) => all + each, 0)
      copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      expect(await refused(gzipSync(copy))).toMatch(/no plain file|bytes/)
    }
  })

  it('something behind the end, another file, an empty one, and one that says nothing', async () => {
    expect(await refused(gzipSync(Buffer.concat([tar, Buffer.from('more')])))).toMatch(/follows its end/)
    expect(await refused(Buffer.from('PK\x03\x04 a zip'))).toMatch(/no archive/)
    expect(await refused(Buffer.of())).toMatch(/no archive/)
    expect(await refused(gzipSync(Buffer.alloc(10 ** 6)))).toMatch(/cut off|follows/)
  })

  it('cut anywhere', async () => {
    const whole = readFileSync(archive)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.byteLength - 1 }), async (size) => {
        await refused(whole.subarray(0, size))
      }),
      { numRuns: 25 },
    )
  })

  it('a byte of it changed anywhere', async () => {
    const headers = Math.floor(tar.byteLength / 512)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: headers - 1 }),
        fc.integer({ min: 0, max: 511 }),
        async (block, at) => {
          const copy = Buffer.from(tar)
          const index = block * 512 + at
          const was = copy[index] ?? 0
          copy[index] = was ^ 0x41
          const file = place()
          writeFileSync(file, gzipSync(copy, { level: 0 }))
          // A byte of the padding means nothing: what is read is the same then.
          const checked = await checkArchive(file).catch((error: unknown) => error)
          if (!(checked instanceof Error)) expect(was).toBe(0)
          else expect(checked).toBeInstanceOf(BackupError)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('names what it has', () => expect(tar.toString('latin1', 0, MANIFEST.length)).toBe(MANIFEST))
})
