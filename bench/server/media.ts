import { openLocalLibrary } from '../../tools/library/open-library.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import type { Findings } from '../figure.ts'
import { median, rounded } from '../statistics.ts'
import { withConnections } from './connection.ts'
import { saturate } from './load.ts'

const ROUNDS = 9
const ALONE_MS = 300
const FULL_MS = 500
const CONNECTIONS = 16

const CLIP = 'b'.repeat(32)

type Way = { name: string; path: string; ms: number[]; perSecond: number[]; wrong: number }

/**
 * One picture, in turn by two ways: near the visitor, and as a clip of the same bytes, which asks the database and the bucket each
 * time, as every picture once did. Stores and cache are simulated: the ratio counts, and not the milliseconds.
 */
export async function mediaFindings(): Promise<Findings> {
  const state = await copyLibrary()
  const ways = await twoWays(state)
  const port = await freePort()
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  try {
    for (let round = -1; round < ROUNDS; round++)
      for (const way of ways) await oneRound(port, way, round >= 0)
  } finally {
    await stop()
  }
  const [near, stores] = ways.map(({ ms, perSecond }) => ({ ms: median(ms), rate: median(perSecond) }))
  if (!near || !stores) throw new RangeError('There are two ways')
  const what = 'picture near the visitor, against the same from the stores'
  const wrong = ways.reduce((sum, way) => sum + way.wrong, 0)
  return {
    figures: [
      { what, unit: 'of its time', value: near.ms / stores.ms },
      { what, unit: 'times the requests a second', value: near.rate / stores.rate },
      { what: 'pictures with a wrong status', unit: 'of all', value: wrong, budget: { max: 0 } },
    ],
    tables: [
      {
        title: 'server: one picture with simulated stores, medians of interleaved rounds',
        rows: ways.map(({ name, ms, perSecond }) => ({
          way: name,
          'ms alone': rounded(median(ms)),
          'req/s, 16 connections': rounded(median(perSecond)),
        })),
      },
    ],
  }
}

async function twoWays(state: string): Promise<Way[]> {
  const { db, close } = await openLocalLibrary({ state })
  try {
    const row = await db
      .prepare(
        `SELECT gif_id, r2_key FROM renditions
          WHERE name = 'original' AND format = 'gif' AND size BETWEEN 40000 AND 400000 ORDER BY gif_id LIMIT 1`,
      )
      .first<{ gif_id: string; r2_key: string }>()
    if (!row) throw new Error('The demo library has a picture of its usual size')
    await db
      .prepare("INSERT INTO clips (id, format, r2_key, expires_at) VALUES (?1, 'gif', ?2, '2999')")
      .bind(CLIP, row.r2_key)
      .run()
    const way = (name: string, path: string): Way => ({ name, path, ms: [], perSecond: [], wrong: 0 })
    return [
      way('near the visitor', `/media/${row.gif_id}/original.gif`),
      way('database and bucket', `/media/clip-${CLIP}/clip.gif`),
    ]
  } finally {
    await close()
  }
}

async function oneRound(port: number, way: Way, counts: boolean): Promise<void> {
  const request = Buffer.from(`GET ${way.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n\r\n`)
  const run = (connections: number, ms: number) =>
    withConnections(port, connections, (all) => saturate(all, { requests: [request], status: 200 }, ms))
  const alone = await run(1, ALONE_MS)
  const full = await run(CONNECTIONS, FULL_MS)
  if (!counts) return
  way.ms.push((alone.seconds * 1000) / Math.max(1, alone.requests))
  way.perSecond.push(full.requests / full.seconds)
  way.wrong += alone.wrong + full.wrong
}
