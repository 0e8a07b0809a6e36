import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { type Change, changeLibrary, openDatabase } from '../fixtures/library/database.ts'

const tokenOf = (name: string) => name.padEnd(43, 't')

let folder: string
let state: string
let item: string

/** An item of the demo library, and the tokens of somebody of staff and of somebody else. */
function prepare(): void {
  const people = { stan: 'staff', mia: 'user' }
  changeLibrary(
    state,
    Object.entries(people).flatMap(([name, role]): Change[] => [
      [
        `INSERT INTO users (id, username, display_name, email, role, state)
         VALUES ('id-' || ?1, ?1, ?1, ?1 || '@example.test', ?2, 'active')`,
        ...[name, role],
      ],
      [
        "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, ?2, 'id-' || ?2, 'import', ?3)",
        createHash('sha256').update(tokenOf(name)).digest('hex'),
        ...[name, new Date().toISOString()],
      ],
    ]),
  )
  const db = openDatabase(state)
  item = String(db.prepare('SELECT id FROM gifs ORDER BY num LIMIT 1').get()?.id)
  db.close()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-import-'))
  state = await copyLibrary()
  prepare()
  const clip = movingSquare({ width: 16, height: 16, frames: 2, delayMs: 50 })
  await writeFile(join(folder, 'square.gif'), encodeGif(clip, 255))
}, 180_000)

afterAll(() => rm(folder, { recursive: true }))

async function list(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.join('\n'))
  return path
}

async function run(args: string[], token = '') {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './tools/end-with-parent.mjs']
  const child = spawn(process.execPath, [...flags, 'tools/moving/import.ts', ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOOPFRAME_TOKEN: token },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, said }
}

describe('npm run import -- FILE', () => {
  it('reads a list into the local library, says what is wrong by line, and then one elsewhere', {
    timeout: 300_000,
  }, async () => {
    const path = await list(
      'mine.csv',
      'old,to,source',
      `https://giphy.com/gifs/happy-cat-abc123,${item}`,
      'https://tenor.com/view/cat-gif-77,square.gif',
      'https://tenor.com/view/cat-gif-78,../square.gif',
      `lonely,${item}`,
      'https://klipy.com/gifs/cat-3,nosuchitem',
    )
    const first = await run([path, '--state', state])
    expect([first.code, first.said]).toEqual([
      1,
      expect.stringContaining('2 added, 0 already there, 3 refused'),
    ])
    expect(first.said).toContain(`line 2: giphy-abc123 added (${item})`)
    expect(first.said).toMatch(/line 3: tenor-77 added \(\w+\)/)
    expect(first.said).toContain('line 4: ../square.gif is not in the folder of the list')
    expect(first.said).toContain('line 5: is an id alone')
    expect(first.said).toContain('line 6: no item of the library is nosuchitem')
    const again = await run([path, '--state', state, '--source', 'own'])
    expect(again.said).toContain('1 added, 2 already there, 2 refused')

    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
    try {
      await waitUntilUp(`${base}/healthz`)
      const more = await list(
        'more.jsonl',
        JSON.stringify({ old: 'abc123', to: item, source: 'giphy' }),
        JSON.stringify({ old: 'cat-4', to: item, source: 'klipy' }),
        JSON.stringify({ old: 'mine', file: 'square.gif', source: 'own' }),
      )
      const refused = await run([more, '--to', base], tokenOf('mia'))
      expect([refused.code, refused.said]).toEqual([1, expect.not.stringContaining(' added, ')])
      const sent = await run([more, '--to', base], tokenOf('stan'))
      expect([sent.code, sent.said]).toEqual([
        0,
        expect.stringContaining('2 added, 1 already there, 0 refused'),
      ])
      expect(sent.said).not.toContain(tokenOf('stan'))
      for (const old of ['abc123', 'any-words-abc123', 'cat-4', 'tenor-77', 'mine', 'lonely']) {
        expect([old, (await fetch(`${base}/embed/${old}`)).status]).toEqual([old, 200])
      }
      expect((await fetch(`${base}/embed/tenor-78`)).status).toBe(404)
    } finally {
      await stop()
    }
  })

  it.each([
    ['no file', [], 'One file is needed'],
    ['a file that is not there', ['none.csv'], 'ENOENT'],
  ])('refuses %s', async (_what, args, why) => {
    const { code, said } = await run([...args])
    expect([code, said]).toEqual([1, expect.stringContaining(why)])
  })
})
