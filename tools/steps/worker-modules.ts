import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The Worker's modules of a folder that has them in `worker/`, the entry first. */
export function workerModules(folder: string): { path: string; name: string }[] {
  const dir = join(folder, 'worker')
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.js'))
    .map((file) => ({
      path: join(file.parentPath, file.name),
      name: relative(dir, join(file.parentPath, file.name)),
    }))
    .sort((a, b) => Number(b.name === 'index.js') - Number(a.name === 'index.js'))
}
