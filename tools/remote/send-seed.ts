import { runNode } from '../steps/run-step.ts'
import { TOKEN_VARIABLE } from './target.ts'

/**
 * Puts the demo library into the product at an address, by the command that anybody uses; says what is to be done first where
 * it cannot.
 * @returns the exit code
 */
export async function sendSeed(base: string | undefined): Promise<number> {
  const at = base ?? 'https://YOUR-DOMAIN'
  const command = `npm run ingest -- seed --to ${at}`
  if (base && process.env[TOKEN_VARIABLE]) {
    console.log(`Sending the demo library to ${base}. What is there is not sent again: ${command}`)
    return runNode(['tools/ingest.ts', 'seed', '--to', base])
  }
  console.error(`The demo library is not sent yet: it needs ${base ? 'an API token' : 'an address (--to) and an API token'}.
  1. npm run staff -- you@example.com --remote   prints a link: open it
  2. ${at}/account   make an API token there, with the scopes upload, edit, and moderate
  3. ${TOKEN_VARIABLE}=… ${command}`)
  return 1
}
