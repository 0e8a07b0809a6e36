import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in these for programs to read, whatever the kernel's own tick is. */
const TICK_MS = 10

type Stat = { command: string; parent: number; ticks: number }

/** `/proc/PID/stat`: the command is in parentheses and may contain spaces. */
function stat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    return {
      command: text.slice(text.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    }
  } catch {
    return undefined
  }
}

/** User and system time of a process so far; `NaN` if the system does not report it. */
export const cpuMs = (pid: number | undefined): number => (stat(pid ?? 'none')?.ticks ?? Number.NaN) * TICK_MS

function childrenNamed(command: string): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        const found = stat(pid)
        return found?.parent === process.pid && found.command === command
      })
  } catch {
    return []
  }
}

/** Runs `start` and finds the process of that name that it has spawned. */
export async function withPid<T>(
  command: string,
  start: () => Promise<T>,
): Promise<{ value: T; pid: number | undefined }> {
  const before = new Set(childrenNamed(command))
  const value = await start()
  return { value, pid: childrenNamed(command).find((pid) => !before.has(pid)) }
}
