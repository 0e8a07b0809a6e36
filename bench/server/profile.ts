import { once } from 'node:events'
import type { Lookup } from './named-build.ts'

/** https://chromedevtools.github.io/devtools-protocol/tot/Profiler/ */
type CallFrame = { functionName: string; url: string; lineNumber: number }
type Profile = {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  /** us since the sample before. */
  timeDeltas: number[]
}

const INTERVAL_US = 100

/** A sample stands for no more than this, in us: what is longer was another process's time. */
const SAMPLE_MAX_US = 2 * INTERVAL_US

/** Where the time goes: the first row whose pattern a function's source, or the platform's name for it, matches. */
const PARTS: readonly [part: string, pattern: RegExp][] = [
  ['garbage', /^\(garbage collector\)/],
  ['`new Response`', /^Response$/],
  ['timers', /^(set|clear)Timeout$/],
  ['Hono, and its routers', /^hono\/|family-router|call-table/],
  ['what every request has', /worker\/(index|app)|http\/(every-request|context|route-table)/],
  ['headers of the response', /^set$|reply-headers/],
  ['the copy: key, gate, memory', /worker\/(provider|memory|upstreams)|shared\/(calls|gif)|provider-api/],
  ['the page: options, language, tracking', /worker\/(embed|widgets|render|public)|http\/visitor/],
  ['React, and what it draws', /^react|^islands\//],
  ['the failure', /http\/(failure-response|errors|error-page)|shared\/errors/],
  ['the check of a body', /^valibot/],
  ['the body, the limits, and the queue', /pingbacks|from-browsers|shared\/server|rate-limit/],
  ['the platform', /./],
]

/** Runs `work` under V8's profiler. @param inspector the port of the isolate's inspector */
export async function profiled(inspector: number, work: () => Promise<void>): Promise<Profile> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let count = 0
  const send = <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++count
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { id: number; result: T }
        if (message.id === id) resolve(message.result)
      }),
    )
  }
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  await send('Profiler.start')
  await work()
  const { profile } = await send<{ profile: Profile }>('Profiler.stop')
  socket.close()
  return profile
}

/** The time of each part in us, without idling. */
export function timeOfParts({ nodes, samples, timeDeltas }: Profile, sourceOf: Lookup): Map<string, number> {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfFrame(callFrame, sourceOf)]))
  const times = new Map(PARTS.map(([part]) => [part, 0]))
  for (const [at, id] of samples.entries()) {
    const part = partOf.get(id)
    const us = Math.min(timeDeltas[at] ?? 0, SAMPLE_MAX_US)
    if (part) times.set(part, (times.get(part) ?? 0) + us)
  }
  return times
}

function partOfFrame({ functionName, url, lineNumber }: CallFrame, sourceOf: Lookup): string | undefined {
  if (functionName === '(idle)') return undefined
  const place = url ? sourceOf(url, lineNumber) : functionName
  return PARTS.find(([, pattern]) => pattern.test(place || '-'))?.[0]
}
