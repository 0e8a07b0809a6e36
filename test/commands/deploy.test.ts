import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { copiesIn, placeOf } from '../../tools/deploying/copies.ts'
import { LIST } from '../../tools/deploying/old-assets.ts'
import { simulateAccount } from '../fixtures/account/account.ts'
import type { Switch } from '../fixtures/account/state.ts'
import { commandOf, linesOf, untested } from '../fixtures/handbook.ts'
import { runCommand } from '../fixtures/run-command.ts'

type Account = Awaited<ReturnType<typeof simulateAccount>>
let account: Account

async function open(off: Switch[] = []): Promise<void> {
  account = await simulateAccount(off)
}

afterEach(async () => {
  await account.close()
  await rm(place(), { recursive: true, force: true })
  // It is strict: a call that no account has is a mistake of ours, or a new one of wrangler's.
  expect(account.unknown).toEqual([])
})

const place = () => placeOf(account.state.id, 'loopframe')

/** Runs `npm run deploy` itself, signed in at the simulated account, with the true wrangler. */
const deploy = (...args: string[]) => run('tools/deploy.ts', ...args)

const run = (...command: string[]) => runCommand(command, account.env)

const bound = () => (account.live()?.metadata.bindings ?? []).map(({ name }) => name)
const variable = (name: string) => account.live()?.metadata.bindings?.find((each) => each.name === name)?.text
const changes = () => account.calls.filter((call) => !call.startsWith('GET'))
const tables = () =>
  [...account.state.databases.values()].map(
    ({ db }) => db.prepare('SELECT name FROM d1_migrations').all().length,
  )

describe('npm run deploy, at a simulated account', () => {
  it('makes what an empty account lacks, migrates, and ends at an address', async () => {
    await open()
    const { code, output } = await deploy()
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Loopframe is at https://loopframe.my-name.workers.dev'),
    ])
    expect(variable('PUBLIC_URL')).toBe('https://loopframe.my-name.workers.dev')
    expect(bound()).toEqual(
      expect.arrayContaining([
        'DB',
        'CACHE',
        'MEDIA',
        'PINGBACKS',
        'JOBS',
        'EVENTS',
        'IMAGES',
        'MAIL',
        'ASSETS',
      ]),
    )
    expect(account.state.schedules.map(({ cron }) => cron)).toContain('* * * * *')
    expect([...account.state.queues.keys()].sort()).toEqual([
      'loopframe-jobs',
      'loopframe-jobs-dead',
      'loopframe-pingbacks',
      'loopframe-pingbacks-dead',
    ])
    expect(tables()).toEqual([expect.any(Number)])
    // The tables are there before the code that needs them.
    const migrated = account.calls.findLastIndex((call) => call.endsWith('/query'))
    expect(migrated).toBeLessThan(account.calls.indexOf('PUT /workers/scripts/loopframe'))
    // The staff's link leads there.
    const staff = await run('tools/staff.ts', 'you@example.com', '--remote')
    expect(staff.output).toMatch(/https:\/\/loopframe\.my-name\.workers\.dev\/login\?token=/)
  })

  it('leaves out what is off, with a line each that says what is lost', async () => {
    await open(['r2', 'analytics', 'images', 'queues', 'email'])
    const { code, output } = await deploy('--domain', 'gifs.example.com')
    expect([code, output]).toEqual([0, expect.stringContaining('Loopframe is at https://gifs.example.com')])
    for (const line of [
      /R2 is off, so MEDIA is left out: no pictures/,
      /Queues is off, so PINGBACKS, JOBS are left out/,
      /Analytics Engine is off, so EVENTS is left out/,
      /Images is off, so IMAGES is left out/,
      /Email is off, so MAIL is left out: mails stay in the outbox/,
    ])
      expect(output).toMatch(line)
    expect(bound()).toEqual(expect.arrayContaining(['DB', 'CACHE', 'ASSETS']))
    for (const name of ['MEDIA', 'PINGBACKS', 'JOBS', 'EVENTS', 'IMAGES', 'MAIL'])
      expect(bound()).not.toContain(name)
    expect(account.state.domains.map(({ hostname }) => hostname)).toEqual(['gifs.example.com'])
    // Switched on, the next deploy has it; and it stays at its domain.
    account.switchOn('r2')
    const next = await deploy()
    expect([next.code, next.output]).toEqual([0, expect.stringContaining('Made the bucket loopframe-media')])
    expect(bound()).toContain('MEDIA')
    expect(variable('PUBLIC_URL')).toBe('https://gifs.example.com')
  })

  it('--dry-run shows what it would do, and changes nothing', async () => {
    await open(['r2'])
    const { code, output } = await deploy('--dry-run')
    expect(code).toBe(0)
    expect(output).toMatch(/R2 is off, so MEDIA is left out/)
    expect(output).toMatch(/Would make the database loopframe\n/)
    expect(output).toMatch(/Would apply the migrations/)
    expect(changes()).toEqual([])
    expect([account.state.databases.size, account.state.versions.length]).toEqual([0, 0])
  })

  it('says what the free plan needs, and deploys its profile', async () => {
    await open(['limits'])
    const refused = await deploy()
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('npm run deploy -- --free')])
    const { code } = await deploy('--free')
    expect([code, account.live()?.metadata.limits, variable('PLAN')]).toEqual([0, undefined, 'free'])
    const key = variable('PASSWORD_KEY')
    expect(key).toMatch(/^[\w-]{43}$/)
    // The next one keeps it.
    const next = await deploy('--free')
    expect([next.code, next.output]).toEqual([0, expect.not.stringContaining('PASSWORD_KEY')])
    expect(next.output).not.toContain(key)
  })

  it('old pages keep their files, and --rollback keeps those of the newer build', async () => {
    await open()
    expect((await deploy()).code).toBe(0)
    const [first] = copiesIn(place())
    const list = join(first?.folder ?? '', 'assets', LIST)
    const [files = []] = JSON.parse(await readFile(list, 'utf8')) as string[][]
    // An earlier build had a file that this one has not.
    const old = 'static/old-chunk-AAAAAAAA.js'
    await writeFile(join(first?.folder ?? '', 'assets', old), 'export {}')
    await writeFile(list, JSON.stringify([[...files, old]]))
    const { output, code } = await deploy()
    expect([code, output]).toEqual([0, expect.stringContaining('1 files of earlier builds are kept')])
    expect(account.live()?.assets.has(`/${old}`)).toBe(true)
    const [second] = copiesIn(place())
    const newer = 'static/newer-chunk-BBBBBBBB.js'
    await writeFile(join(second?.folder ?? '', 'assets', newer), 'export {}')
    await writeFile(join(second?.folder ?? '', 'assets', LIST), JSON.stringify([[...files, newer]]))
    const back = await deploy('--rollback')
    expect([back.code, back.output]).toEqual([0, expect.stringContaining(`to ${first?.version}`)])
    expect([...(account.live()?.assets ?? [])]).toEqual(expect.arrayContaining([`/${old}`, `/${newer}`]))
  })

  it('--rollback without a copy on this machine goes back to the version before', async () => {
    await open()
    await deploy()
    await deploy()
    const [before, now] = account.state.versions
    expect(account.live()?.id).toBe(now?.id)
    await rm(place(), { recursive: true })
    const { code, output } = await deploy('--rollback')
    expect([code, output]).toEqual([0, expect.stringContaining('no copy of it')])
    expect(account.live()?.id).toBe(before?.id)
    expect(existsSync(place())).toBe(false)
  })

  it('the handbook’s commands of a deploy work one after another, and a test runs each of its others', async () => {
    await open()
    expect(untested).toEqual([])
    expect(linesOf('account').length).toBeGreaterThanOrEqual(5)
    for (const line of linesOf('account')) {
      const { code, output } = await run(...commandOf(line))
      expect([line, code, output]).toEqual([line, 0, expect.any(String)])
    }
    expect(variable('PUBLIC_URL')).toBe('https://gifs.example.com')
  })
})
