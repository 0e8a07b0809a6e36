/**
 * The walk of an operator, by the commands themselves: an empty account, deploy, first staff, doctor, the demo library, then to one
 * machine by backup and restore, and back to an empty account. `node test/commands/walk.ts` shows it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { D1, databaseIn } from '../../tools/backup/data-folder.ts'
import { placeOf } from '../../tools/deploying/copies.ts'
import { CHECKS } from '../../tools/deploying/examine.ts'
import { openLocalLibrary } from '../../tools/library/open-library.ts'
import { readListing } from '../../tools/listing/read-listing.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { simulateAccount } from '../fixtures/account/account.ts'
import { addressesOf, normalised } from '../fixtures/library/demo-addresses.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { tokenByLink } from '../fixtures/site/first-staff.ts'

type Say = (line: string) => void
type Place = { base: string; stop: () => Promise<unknown> }
type Edge = Place & { token: string }

/** Runs a command that has to succeed. */
async function must(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await runCommand(command, env)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** Deploys to an empty account, and runs what it has then, with its database. */
async function deployed(email: string): Promise<Edge> {
  const account = await simulateAccount()
  await must(['tools/deploy.ts'], account.env)
  const said = await must(['tools/staff.ts', email, '--remote'], account.env)
  const state = temporaryFolder('edge')
  const library = await openLocalLibrary({ state })
  await library.db.prepare('SELECT 1').first()
  await library.close()
  const file = databaseIn(state, D1)
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  const [database] = account.state.databases.values()
  database?.db.exec(`VACUUM INTO '${file}'`)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true, scheduled: true })
  await waitUntilUp(`${base}/healthz`)
  const token = await tokenByLink(base, said)
  return {
    base,
    token,
    stop: async () => {
      await stop()
      await account.close()
      rmSync(placeOf(account.state.id, 'loopframe'), { recursive: true, force: true })
    },
  }
}

/** Runs the server of one machine. */
async function onOneMachine(data: string): Promise<Place> {
  const port = await freePort()
  const options = ['--data', data, '--port', String(port), '--trust-proxy', '127.0.0.1', '--var', 'MAKER:off']
  const server: ChildProcess = spawn(process.execPath, ['tools/serve.ts', ...options], {
    cwd: root,
    stdio: 'ignore',
  })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  const ended = once(server, 'exit')
  return {
    base,
    stop: () => {
      server.kill('SIGTERM')
      return ended
    },
  }
}

/** What a place answers at each address. */
async function answersOf({ base }: Place, addresses: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const queue = addresses.entries()
  const work = async () => {
    // Each from another network: none asks too often.
    for (const [at, address] of queue)
      answers.set(
        address,
        await normalised(base, address, { 'X-Forwarded-For': `10.9.${at >> 8}.${at & 255}` }),
      )
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return answers
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((sign, n) => sign !== other[n])
  const from = Math.max(0, at - 60)
  return `  ${one.slice(from, at + 120)}\n  ${other.slice(from, at + 120)}`
}

/** @throws Error that names what does not answer as before */
async function compare(place: Place, was: ReadonlyMap<string, string>, say: Say): Promise<void> {
  const is = await answersOf(place, [...was.keys()])
  const others = [...was].filter(([address, answer]) => is.get(address) !== answer)
  const named = others.map(
    ([address, answer]) => `${address}\n${firstDifference(answer, is.get(address) ?? '')}`,
  )
  if (others.length > 0) throw new Error(`${others.length} addresses answer otherwise:\n${named.join('\n')}`)
  say(`${is.size} addresses answer the same`)
}

/** @returns at how many addresses all places answered the same. @throws Error where a step fails */
export async function walk(say: Say): Promise<number> {
  const folder = temporaryFolder('walk')
  const there = join(folder, 'edge.tar.zst')
  const back = join(folder, 'machine.tar.gz')
  const data = join(folder, 'data')
  const places: Place[] = []
  const at = async <P extends Place>(coming: Promise<P>): Promise<P> => {
    const place = await coming
    places.push(place)
    return place
  }
  try {
    const edge = await at(deployed('first@example.com'))
    say('deployed to an empty account; the printed link signs in')
    const own = { LOOPFRAME_TOKEN: edge.token }
    await must(['tools/ingest.ts', 'seed', '--to', edge.base], own)
    say('the demo library is in')
    const found = await must(['tools/doctor.ts', edge.base], own)
    if (CHECKS.some((check) => !new RegExp(`^${check} +OK `, 'm').test(found))) throw new Error(found)
    say('the doctor finds all in order')
    const addresses = addressesOf(await readListing(join(root, 'seed')))
    const was = await answersOf(edge, addresses)
    const failing = [...was].filter(([, answer]) => /^5/.test(answer)).map(([address]) => address)
    if (failing.length > 0) throw new Error(`They fail: ${failing.join(' ')}`)

    await must(['tools/backup/backup-command.ts', there, '--from', edge.base], own)
    await must(['tools/backup/restore-command.ts', there, '--data', data])
    say('backed up, and restored on one machine')
    const machine = await at(onOneMachine(data))
    await compare(machine, was, say)

    await must(['tools/backup/backup-command.ts', back, '--data', data])
    const next = await at(deployed('second@example.com'))
    await must(['tools/backup/restore-command.ts', back, '--to', next.base], { LOOPFRAME_TOKEN: next.token })
    say('backed up beside its server, and restored to another empty account')
    await compare(next, was, say)
    // The token of the first account came along; the second's is gone.
    await must(['tools/doctor.ts', next.base], own)
    say('the doctor finds all in order there, too')
    const headers = { Authorization: `Token ${next.token}` }
    const { status } = await fetch(`${next.base}/api/v1/users/self/`, { headers })
    if (status !== 401) throw new Error(`Who only restored is still there: ${status}`)
    return was.size
  } finally {
    await Promise.all(places.map(({ stop }) => stop()))
  }
}

if (import.meta.main) {
  const start = performance.now()
  await walk((line) =>
    console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${line}`),
  )
  process.exit()
}
