import { expect, it, vi } from 'vitest'
import { asked } from './asked.ts'
import { CLASS_HEADERS } from './class-headers.ts'
import type { AppContext } from './context.ts'

const ADDRESS = 'https://loop.test/embed/cat?theme=dark'

type Visit = { address?: string; headers?: Record<string, string>; publicUrl?: string; services?: object }

const SERVICES = {}

function visit({ address = ADDRESS, headers = {}, publicUrl = '', services = SERVICES }: Visit) {
  const values: Record<string, unknown> = { services, publicUrl }
  return {
    get: (name: string) => values[name],
    req: { raw: { url: address, headers: new Headers(headers) } },
  } as unknown as AppContext
}

/** How often two visits are looked at. */
function looksAt(first: Visit, second: Visit): number {
  const find = vi.fn(() => ({}))
  const of = asked(find)
  of(visit(first))
  of(visit(second))
  return find.mock.calls.length
}

// How a body is encoded is the platform's to choose.
const VARYING = CLASS_HEADERS.embed.Vary.split(', ').filter((name) => name !== 'Accept-Encoding')

it('looks once at requests that are alike, for any item', () => {
  expect(looksAt({}, {})).toBe(1)
  expect(looksAt({}, { address: ADDRESS.replace('cat', 'dog') })).toBe(1)
  expect(looksAt({}, { headers: { Cookie: 'a=b', Accept: 'text/html' } })).toBe(1)
})

it.each(VARYING)('looks again for another %s, as caches do', (name) => {
  expect(looksAt({ headers: { [name]: '1' } }, { headers: { [name]: '0' } })).toBe(2)
  expect(looksAt({}, { headers: { [name]: '1' } })).toBe(2)
})

it.each<[string, Visit]>([
  ['query', { address: `${ADDRESS}&lang=fr` }],
  ['host', { address: ADDRESS.replace('loop', 'other') }],
  ['address of ours', { publicUrl: 'https://other.test' }],
  ['configuration', { services: {} }],
])('looks again for another %s', (_what, other) => {
  expect(looksAt({}, other)).toBe(2)
})

it('keeps nothing of a longer text', () => {
  const headers = { Referer: `https://a.test/${'x'.repeat(1500)}` }
  expect(looksAt({ headers }, { headers })).toBe(2)
})
