import { parseArgs } from 'node:util'
import { baseOf } from '../remote/target.ts'

/** Options of the command's own. Wrangler has `dry-run`, `domain` and `name` too, and is given them. */
const OWN = {
  'workers-dev': { type: 'boolean' },
  'with-seed': { type: 'boolean' },
  free: { type: 'boolean' },
  rollback: { type: 'boolean' },
  domain: { type: 'string' },
  to: { type: 'string' },
} as const

const USAGE =
  'usage: npm run deploy -- [--domain HOST | --workers-dev] [--free] [--dry-run] [--rollback] [--with-seed [--to URL]] [arguments of wrangler deploy]'

const isHost = (text: string) => /^(?=.{4,253}$)([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i.test(text)

/**
 * What `npm run deploy` is asked for. `args` are the arguments that are wrangler's.
 * @throws Error for a bad address, and for what does not go together
 */
export function deployArguments(given: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...given],
    strict: false,
    tokens: true,
    options: { ...OWN, name: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  const own = tokens.flatMap((token) => {
    if (token.kind !== 'option' || !(token.name in OWN)) return []
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index]
  })
  const wants = (name: keyof typeof values) => values[name] === true
  const { to, domain, name } = values
  if (to !== undefined && (typeof to !== 'string' || !wants('with-seed')))
    throw new Error(`--to URL goes with --with-seed\n${USAGE}`)
  if (domain !== undefined && (typeof domain !== 'string' || !isHost(domain)))
    throw new Error(`--domain takes a host like gifs.example.com\n${USAGE}`)
  if (domain !== undefined && wants('workers-dev'))
    throw new Error(`--domain and --workers-dev are two addresses: choose one\n${USAGE}`)
  return {
    wantsWorkersDev: wants('workers-dev'),
    wantsSeed: wants('with-seed'),
    wantsFree: wants('free'),
    wantsRollback: wants('rollback'),
    isDryRun: wants('dry-run'),
    domain,
    name: typeof name === 'string' ? name : undefined,
    /** Where the demo library goes, where that is said. */
    to: to === undefined ? undefined : baseOf(to),
    args: given.filter((_, index) => !own.includes(index)),
  }
}

export type DeployOptions = ReturnType<typeof deployArguments>
