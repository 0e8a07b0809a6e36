import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The path of a package's command, to be run with this Node.
 * @param folder the package of ours that lists it
 */
export function binOf(name: string, command = name, folder = '.'): string {
  const require = createRequire(join(root, folder, 'package.json'))
  const file = require.resolve(`${name}/package.json`)
  const { bin } = require(file) as { bin: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin[command]
  if (!script) throw new Error(`${name} has no command ${command}`)
  return join(dirname(file), script)
}

type Options = { env?: Record<string, string>; quiet?: boolean }

/** Runs a script with this Node and returns its exit code; with `quiet` its output is printed only when it failed. */
export function runNode(args: readonly string[], { env, quiet = false }: Options = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

/** Runs a program of the PATH in a folder, and returns its exit code. */
export function runProgram(command: string, args: readonly string[], cwd = root): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a step that everything after it needs; a failure ends the whole command. */
export async function must(name: string, args: readonly string[], options?: Options): Promise<void> {
  const code = await runNode(args, options)
  if (code === 0) return
  console.error(`${name} failed (exit ${code})`)
  process.exit(code)
}
