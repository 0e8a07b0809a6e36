import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../tools/steps/free-port.ts'
import { temporaryFolder } from '../tools/steps/temporary-folder.ts'
import type { Findings } from './figure.ts'
import { install, sampleOf, start, tokenOf } from './serve/installed.ts'
import { pingbackSink } from './serve/pingback-sink.ts'
import { fullSpeed } from './serve/reads.ts'
import { KILLS, PARTS, soak } from './serve/soak.ts'
import { quantile } from './statistics.ts'

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)

/**
 * The server for one machine, as it is installed: what it takes, how fast it is, and whether it keeps what it accepts (M56).
 * @param minutes how long everything runs at once
 */
export async function benchServe(minutes: number): Promise<Findings> {
  const installed = await install()
  const data = temporaryFolder('data')
  const sink = await pingbackSink()
  const first = await start(installed.folder, data, await freePort(), sink.url)
  const token = await tokenOf(first)
  await pause(15_000)
  const idle = sampleOf(data, 0) ?? { at: 0, server: Number.NaN, runtime: Number.NaN }
  const found = await soak(first, { folder: installed.folder, data, token, minutes, sink })
  const parts = Array.from({ length: PARTS }, (_, part) =>
    found.samples.filter(({ at }) => Math.floor((at / minutes) * PARTS) === part),
  )
  const [{ base }] = [found.server]
  const list = (await (await fetch(`${base}/v1/gifs/search?q=bench&limit=1`)).json()) as {
    data: { id: string }[]
  }
  const id = list.data[0]?.id
  const embeds = await fullSpeed(base, `/embed/${id}`)
  const media = await fullSpeed(base, `/media/${id}/original.gif`)
  const loaded = sampleOf(data, 0)
  found.server.child.kill('SIGTERM')
  await once(found.server.child, 'exit')
  const at = (part: number) => Math.round(quantile(found.times, part))
  return {
    figures: [
      { what: 'install: packages', unit: '', value: installed.packages },
      { what: 'install', unit: 'MB', value: installed.megabytes },
      { what: 'install', unit: 's', value: installed.seconds },
      { what: 'first start, migrated', unit: 's', value: first.seconds },
      { what: 'start after a kill', unit: 's', value: mean(found.restarts) },
      { what: 'memory, idle: Node', unit: 'MB', value: idle.server },
      { what: 'memory, idle: runtime', unit: 'MB', value: idle.runtime },
      { what: 'memory, after full speed: Node', unit: 'MB', value: loaded?.server ?? Number.NaN },
      { what: 'memory, after full speed: runtime', unit: 'MB', value: loaded?.runtime ?? Number.NaN },
      { what: 'embeds a second', unit: '/s', value: embeds },
      { what: 'pictures a second', unit: '/s', value: media },
      { what: 'accepted uploads that are gone', unit: '', value: found.lostItems, budget: { max: 0 } },
      {
        what: 'accepted pingbacks that never arrived',
        unit: '',
        value: found.lostEvents,
        budget: { max: 0 },
      },
      {
        what: 'reads that failed while the server ran',
        unit: '',
        value: found.wrong.other.length,
        note: [...new Set(found.wrong.other)].join(', '),
      },
    ],
    tables: [
      {
        title: `Everything at once for ${minutes} minutes, ${KILLS} kills`,
        rows: [
          { what: 'reads', value: found.requests },
          { what: 'reads that failed around a kill', value: found.wrong.during },
          { what: 'uploads accepted', value: found.items.size },
          { what: 'pingbacks accepted', value: found.events.size },
          { what: 'starts of the runtime at a limit', value: found.renewals },
          { what: 'ms of a read: half; 95 %; 99 %', value: `${at(0.5)}; ${at(0.95)}; ${at(0.99)}` },
        ],
      },
      {
        title: 'Memory in MB by tenths of the time',
        rows: parts.map((samples, part) => ({
          part: part + 1,
          node: Math.round(mean(samples.map(({ server }) => server))),
          runtime: Math.round(mean(samples.map(({ runtime }) => runtime))),
        })),
      },
    ],
  }
}
