import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { binOf, root } from '../steps/run-step.ts'

const PUBLIC_API = 'https://api.cloudflare.com/client/v4'
/** ms for one call of the account's API. */
const CALL_MS = 15_000
const PER_PAGE = 100

type Envelope = { success?: boolean; result?: unknown; errors?: { code?: number; message?: string }[] }

/** What the account's API said instead of a result. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number
  readonly code: number

  constructor(what: string, status: number, { code = 0, message = '' }: { code?: number; message?: string }) {
    super(`${what}: ${message || `status ${status}`}${code ? ` [code: ${code}]` : ''}`)
    this.status = status
    this.code = code
  }

  /** Whether it is the token that may not, and says nothing of the service. */
  get isOfToken(): boolean {
    return this.status === 401 || [9106, 9109, 10000, 10001].includes(this.code)
  }
}

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** An account at Cloudflare. `call` takes paths below it, `anywhere` those of the whole API. */
export type Account = { id: string; call: Call; anywhere: Call }

/** What signs a call, as wrangler would: a token of the environment, or of `wrangler login`. */
async function signedIn(): Promise<Record<string, string>> {
  const { CLOUDFLARE_API_TOKEN } = process.env
  if (CLOUDFLARE_API_TOKEN) return { Authorization: `Bearer ${CLOUDFLARE_API_TOKEN}` }
  const command = [binOf('wrangler'), 'auth', 'token', '--json']
  const found = await promisify(execFile)(process.execPath, command, { cwd: root })
    .then(({ stdout }) => JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, string>)
    .catch(() => undefined)
  if (found?.token) return { Authorization: `Bearer ${found.token}` }
  if (found?.key && found.email) return { 'X-Auth-Key': found.key, 'X-Auth-Email': found.email }
  throw new Error('Sign in first: npx wrangler login, or an API token in CLOUDFLARE_API_TOKEN')
}

function createCall(base: string, headers: Record<string, string>): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    }).catch((error: Error) => {
      throw new Error(`Cloudflare does not answer: ${error.message}`)
    })
    const answer = (await response.json().catch(() => undefined)) as Envelope | undefined
    if (response.ok && answer?.success !== false) return (answer?.result ?? answer) as T
    throw new RefusedError(`${method} ${path}`, response.status, answer?.errors?.[0] ?? {})
  }
}

/**
 * Opens the account that a deploy is for.
 * @param configured its id in `wrangler.toml`
 * @throws Error that says how to sign in, or how to choose one of several
 */
export async function openAccount(configured: string | undefined): Promise<Account> {
  const base = process.env.CLOUDFLARE_API_BASE_URL || PUBLIC_API
  const anywhere = createCall(base, await signedIn())
  const id = process.env.CLOUDFLARE_ACCOUNT_ID || configured || (await onlyAccount(anywhere))
  // Wrangler would ask, or remember one of another day.
  process.env.CLOUDFLARE_ACCOUNT_ID = id
  return { id, anywhere, call: (method, path, body) => anywhere(method, `/accounts/${id}${path}`, body) }
}

async function onlyAccount(call: Call): Promise<string> {
  const accounts = await call<{ id: string; name: string }[]>('GET', '/accounts')
  const [only] = accounts
  if (only && accounts.length === 1) return only.id
  if (!only) throw new Error('This token belongs to no account: set CLOUDFLARE_ACCOUNT_ID')
  const names = accounts.map(({ id, name }) => `  ${id}  ${name}`)
  throw new Error(`Set CLOUDFLARE_ACCOUNT_ID to one of your accounts:\n${names.join('\n')}`)
}

/** All pages of a list. */
export async function listAll<T>(call: Call, path: string): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const more = await call<T[]>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${PER_PAGE}`,
    )
    all.push(...more)
    if (more.length < PER_PAGE) return all
  }
}
