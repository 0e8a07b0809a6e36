import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive } from '../lock.mjs'
import { root } from '../steps/run-step.ts'

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/**
 * Makes the folder of this process's temporary files. It is removed when the process ends; those of processes that were killed
 * are removed now, so nothing stays for longer than until the next run.
 */
export function openWorkplace(parent = join(root, '.wrangler', 'ingest')): string {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    if (!isAlive(name.replace('-', ' '))) remove(join(parent, name))
  }
  const folder = join(parent, identify(process.pid).replace(' ', '-'))
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => remove(folder))
  return folder
}
