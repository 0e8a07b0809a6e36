import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../tools/steps/find-chromium.ts'
import { root } from '../tools/steps/run-step.ts'

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** Facts about the machine that affect the figures; neither its name nor a path. */
export const machineFacts = (): Record<string, string | number> => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  loadBefore: loadavg()[0] ?? 0,
  node: process.version,
  workerd: versionOf('workerd'),
  hono: versionOf('hono'),
  react: versionOf('react'),
  chromium: chromiumVersion(),
})

function chromiumVersion(): string {
  const { stdout } = spawnSync(findChromium(), ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'unknown'
}
