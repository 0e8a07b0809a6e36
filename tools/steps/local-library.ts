import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, must, root } from './run-step.ts'

const STATE = '.wrangler/state'
const MARK = join(root, STATE, 'library-mark')

/** Builds the bundle; prints the sizes only when a budget is exceeded. */
export const buildOnce = () => must('The build', ['build.ts'], { quiet: true })

/**
 * Migrates and seeds the local D1 and R2 when the migrations or the seed have changed since the last time. What was
 * added meanwhile stays.
 */
export async function prepareLibrary(): Promise<void> {
  const sources = [
    ...readdirSync(join(root, 'migrations'))
      .sort()
      .map((name) => `migrations/${name}`),
    'seed/library.json',
  ]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(root, source)))
  const mark = hash.digest('hex')
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === mark) return

  console.log('Preparing the local library …')
  await must('Migrating', [binOf('wrangler'), 'd1', 'migrations', 'apply', 'DB', '--local'], {
    quiet: true,
    env: { CI: '1' },
  })
  await must('Seeding', ['tools/library/load-seed.ts'])
  mkdirSync(join(root, STATE), { recursive: true })
  writeFileSync(MARK, mark)
}
