import { isConfidential } from '../../worker/env.ts'

/** A Loopframe elsewhere, and the API token of who sends. */
export type Target = { base: string; token: string }

/** The variable that has the token: what stands in a command's arguments, others on the machine can read. */
export const TOKEN_VARIABLE = 'LOOPFRAME_TOKEN'

/** The scheme and host of an address. @throws Error that says what is wrong with it */
export function baseOf(address: string): string {
  const url = URL.parse(address)
  const isPlain = url && url.href === `${url.origin}/`
  if (isPlain && isConfidential(url)) return url.origin
  throw new Error('--to takes an address like https://gifs.example.com; http is for localhost')
}

/**
 * Takes the token out of the environment, so that no decoder of strangers' files has it.
 * @throws Error that says how to get one, and never shows it
 */
export function takeToken(base: string, env: NodeJS.ProcessEnv = process.env): string {
  const token = env[TOKEN_VARIABLE]?.trim() ?? ''
  delete env[TOKEN_VARIABLE]
  if (token === '') {
    throw new Error(
      `Set ${TOKEN_VARIABLE} to an API token: sign in at ${base}/login, make one at ${base}/account`,
    )
  }
  if (/^[\w.~+/=-]{8,200}$/.test(token)) return token
  throw new Error(`${TOKEN_VARIABLE} is no API token: copy it again from ${base}/account`)
}
