import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A process's parent and name; undefined where it has ended. */
function statOf(pid: string): { parent: number; name: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) }
  } catch {
    return undefined
  }
}

/** The runtimes that this process has started. Only Linux says. */
export function runtimePids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const stat = statOf(pid)
        return stat?.parent === process.pid && stat.name.startsWith('workerd')
      })
      .map(Number)
  } catch {
    return []
  }
}

/** Bytes of memory that a process has of its own; 0 where the system does not say. */
export function residentBytes(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib ?? 0) * 1024
  } catch {
    return 0
  }
}

// A signal of a terminal or of a service manager goes to the whole group: the runtime leads one of its own, so that the server
// ends it, after what it still answers. Where the server is killed, it is killed too.
const LAUNCHER = `#!/bin/sh
parent=$PPID
(while kill -0 "$parent" && kill -0 $$; do sleep 2; done; kill -KILL $$) </dev/null >/dev/null 2>&1 3>&- &
if command -v setsid >/dev/null 2>&1; then exec setsid "$WORKERD" "$@"; fi
exec "$WORKERD" "$@"
`

/**
 * Flags of V8. Its heap in the runtime is small, and it counts little of what hangs on it outside: streams, requests, calls between
 * Workers. Left to itself it collects so seldom that these add up to gigabytes (M56). So it collects whenever the old part of the
 * heap has grown by a fifth, in the small steps of V8's mode for little memory: its usual ones are 8 MB for each isolate.
 */
const V8_FLAGS = '--initial-heap-size=8 --heap-growing-percent=20 --optimize-for-size'

/** Has Miniflare start its runtime so that only this process ends it. @param folder where its script is put */
export function launchApart(folder: string): void {
  const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  process.env.WORKERD = (miniflare('workerd') as { default: string }).default
  const launcher = join(folder, 'workerd.sh')
  writeFileSync(launcher, LAUNCHER)
  chmodSync(launcher, 0o700)
  process.env.MINIFLARE_WORKERD_PATH = launcher
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS
}
