import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps/run-step.ts'

/** The files of a repository, by their paths from its root. */
export type Repository = { paths: readonly string[]; read: (path: string) => string }

/** This checkout: what git tracks, and what it would track. A deleted file is left out. */
export function ownRepository(): Repository {
  const list = (...which: string[]) =>
    String(execFileSync('git', ['ls-files', ...which, '--deduplicate'], { cwd: root })).split('\n')
  const deleted = new Set(list('--deleted'))
  return {
    paths: list('-co', '--exclude-standard').filter((path) => path !== '' && !deleted.has(path)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}
