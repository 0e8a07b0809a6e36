import { parseArgs } from 'node:util'
import { baseOf } from './target.ts'

const OWN = {
  'workers-dev': { type: 'boolean' },
  'with-seed': { type: 'boolean' },
  to: { type: 'string' },
} as const

const USAGE =
  'usage: npm run deploy -- [--workers-dev] [--with-seed [--to URL]] [arguments of wrangler deploy]'

/**
 * What `npm run deploy` is asked for. `args` are the arguments that are wrangler's.
 * @param publicUrl the `PUBLIC_URL` of the configuration
 * @throws Error for a bad address
 */
export function deployArguments(given: readonly string[], publicUrl: string) {
  const { values, tokens } = parseArgs({
    args: [...given],
    strict: false,
    tokens: true,
    options: { ...OWN, domain: { type: 'string' } },
  })
  const own = tokens.flatMap((token) => {
    if (token.kind !== 'option' || !(token.name in OWN)) return []
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index]
  })
  const wantsSeed = values['with-seed'] === true
  const { to, domain } = values
  if (to !== undefined && (typeof to !== 'string' || !wantsSeed))
    throw new Error(`--to URL goes with --with-seed\n${USAGE}`)
  const address = to ?? (publicUrl || (typeof domain === 'string' ? `https://${domain}` : undefined))
  return {
    wantsWorkersDev: values['workers-dev'] === true,
    wantsSeed,
    /** Where the demo library goes, as far as that is known. */
    seedAt: wantsSeed && address ? baseOf(address) : undefined,
    args: [
      // Mails lead there (T62). One that is given comes later, and wins.
      ...(publicUrl === '' && typeof domain === 'string' ? ['--var', `PUBLIC_URL:https://${domain}`] : []),
      ...given.filter((_, index) => !own.includes(index)),
    ],
  }
}
