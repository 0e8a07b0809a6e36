import { type Call, parseInput } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError, fieldError, InputError } from '../../shared/errors.ts'
import { createCallTable } from '../../shared/server/call-table.ts'
import type { Diagnostics } from '../../shared/server/origin.ts'
import { auditRow, personOf } from './actor.ts'
import type { SiteDeps, SiteHandlers } from './site-handlers.ts'

const find = createCallTable(providerCalls, ({ path }) => path)

const MESSAGE = 'call must be the address of a read of the provider that is cached: /v1/gifs/search?q=cat'
const refused = () => fieldError('call', MESSAGE)

/** What is looked up: a name for people, and the read. */
type Wanted = { name: string; read: { call: Call; input: Record<string, unknown> }; target: string }

function wantedOf({ gif, call }: { gif?: string | undefined; call?: string | undefined }): Wanted {
  if ((gif === undefined) === (call === undefined)) {
    const message = 'Either gif or call is required'
    throw new InputError(message, { gif: message, call: message })
  }
  const target = gif === undefined ? 'cache' : `gif/${gif}`
  const { name, ...read } = gif === undefined ? readOf(call ?? '') : readOf(`/v1/gifs/${gif}`)
  return { name, read, target }
}

/** The read of an address. @throws InputError for one that is invalid, or that no cache has */
function readOf(address: string) {
  const url = URL.parse(address, 'https://here.invalid')
  const found = url && callAt(url)
  if (!found || found.call.cache === 'never') throw refused()
  const raw = { ...Object.fromEntries(url.searchParams), ...decoded(found.params) }
  return { name: found.name, call: found.call, input: parseInput(found.call, raw) }
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw refused()
  }
}

function callAt({ pathname, searchParams }: URL) {
  try {
    return find('GET', pathname, searchParams)
  } catch {
    return undefined
  }
}

function diagnosticsOf({ diagnostics }: Pick<SiteDeps, 'diagnostics'>): Diagnostics {
  if (!diagnostics) throw new AppError('unavailable', 'There is no server here whose caches could be seen')
  return diagnostics
}

/** How this server is, and what the caches hold. */
export const serviceHandlers = {
  async health(deps) {
    return { body: await diagnosticsOf(deps).health() }
  },

  async cached({ publicUrl, ...deps }, input) {
    const { name, read } = wantedOf(input)
    return { body: { call: name, copies: await diagnosticsOf(deps).cachedCopies({ ...read, publicUrl }) } }
  },

  /** Noted first: there is no refresh without a note of it. */
  async refreshCached({ d1, actor, nowMs, publicUrl, ...deps }, input) {
    const { name, read, target } = wantedOf(input)
    const diagnostics = diagnosticsOf(deps)
    const wanted = { ...read, publicUrl }
    await auditRow(d1, personOf(actor), {
      action: 'cache.refresh',
      target,
      reason: (input.call ?? '').slice(0, 500),
      nowMs,
    }).run()
    await diagnostics.renew(wanted)
    return { body: { call: name, copies: await diagnostics.cachedCopies(wanted) } }
  },
} satisfies SiteHandlers
