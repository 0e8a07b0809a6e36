/** The command of the package `loopframe-server`: the product on this machine. */
import { fileURLToPath } from 'node:url'
import { runServer } from './run-server.ts'
import { readArguments } from './server-arguments.ts'

try {
  const options = readArguments(process.argv.slice(2), process.cwd())
  await runServer({ ...options, site: fileURLToPath(new URL('../../site', import.meta.url)) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
