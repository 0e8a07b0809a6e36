import { HonoRequest } from 'hono/request'
import { type Config, mailUrlOf } from '../env.ts'
import { hasAddress } from './rate-limit.ts'

/** What an operator has to know of how the Worker runs, and what to do about it. */
const LINES: readonly [kind: string, message: string, is: (config: Config, request: Request) => boolean][] = [
  [
    'mail-links-off',
    'Mails with links stay in the outbox: set PUBLIC_URL to the address that they lead to',
    (config) => mailUrlOf(config) === '',
  ],
  [
    'password-key-missing',
    'Passwords cost more than the free plan allows: set the secret PASSWORD_KEY, as npm run deploy -- --free does',
    ({ PLAN, PASSWORD_KEY }) => PLAN === 'free' && PASSWORD_KEY === '',
  ],
  [
    'addresses-unknown',
    'Visitors have no known address, so limits by address are off: behind a proxy of your own, set TRUST_PROXY',
    (config, request) => !hasAddress({ env: {}, req: new HonoRequest(request), get: () => ({ config }) }),
  ],
]

/** The lines of JSON that an isolate's first request leaves in the log. */
export const startLines = (config: Config, first: Request): string[] =>
  LINES.filter(([, , is]) => is(config, first)).map(([kind, message]) => JSON.stringify({ kind, message }))
