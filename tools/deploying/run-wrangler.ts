import { spawn } from 'node:child_process'
import { binOf, root } from '../steps/run-step.ts'

/** Runs a command of wrangler, and shows its warnings and errors. @returns its exit code, and these words */
export function runWrangler(...command: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [binOf('wrangler'), ...command], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // It asks no questions, and takes what it would propose.
      env: { WRANGLER_LOG: 'warn', ...process.env, CI: '1' },
    })
    let output = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        output += chunk
        to.write(chunk)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
