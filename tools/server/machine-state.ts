import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { residentBytes, runtimePids } from './processes.ts'

const MB = 1024 ** 2

/** Below so many free bytes no more files are taken. */
const DISK_LEAST = 512 * MB
/** What the runtime may have of memory where the options don't say, and at most of the machine's. */
const MEMORY = { most: 2048 * MB, share: 0.5 } as const

/** What staff see at `/healthz`, in bytes. */
export type MachineState = {
  memory: { server: number; runtime: number; limit: number }
  disk: { free: number; total: number; least: number }
}

const memoryLimit = Math.min(MEMORY.most, Math.floor(totalmem() * MEMORY.share))

/** Looks at the memory of this server and at the disk of its folder. @param limit bytes that the runtime may have */
export function stateOf(data: string, limit = memoryLimit): MachineState {
  const { bavail, blocks, bsize } = statfsSync(data)
  const runtime = runtimePids().reduce((sum, pid) => sum + residentBytes(pid), 0)
  return {
    memory: { server: process.memoryUsage.rss(), runtime, limit },
    disk: { free: bavail * bsize, total: blocks * bsize, least: DISK_LEAST },
  }
}

export const isFull = ({ disk }: MachineState): boolean => disk.free < disk.least
export const isLarge = ({ memory }: MachineState): boolean => memory.runtime > memory.limit
