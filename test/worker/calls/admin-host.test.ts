import { describe, expect, it } from 'vitest'
import { type Call, ownPath, ROLE_RANK } from '../../../shared/calls/call.ts'
import { proxiedCalls } from '../../../shared/calls/catalogue.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { embeddedSite } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const PUBLIC = 'https://loop.test'
const ADMIN = 'https://staff.loop.test'
const CALLS = Object.entries<Call>(proxiedCalls)

const fileCall = (call: Call) => ({
  path: ownPath(call).replace(':id', 'abc'),
  form: '',
  json: undefined,
})

/** Whether a call, made by a visitor, has a place at a host. Where it has one, any other refusal follows. */
async function isThere(
  { send }: ReturnType<typeof embeddedSite>,
  host: string,
  [name, call]: [string, Call],
) {
  // The table has no example of a call that takes a file.
  const { path, form, json } = call.encoding === 'multipart' ? fileCall(call) : exampleOf(name)
  const method = call.method === 'ANY' ? 'POST' : call.method
  const body = json ? JSON.stringify(json) : form
  const response = await send(
    new Request(host + path, {
      method,
      redirect: 'manual',
      ...(body !== undefined && method !== 'GET' && { body }),
      headers: {
        Origin: host,
        Cookie: 'csrftoken=c',
        'X-CSRFToken': 'c',
        'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      },
    }),
  )
  const text = await response.text()
  return !(response.status === 404 && text.includes('There is no such call'))
}

const placesOf = async (site: ReturnType<typeof embeddedSite>, host: string) => {
  const places: [string, boolean][] = []
  for (const each of CALLS) places.push([each[0], await isThere(site, host, each)])
  return Object.fromEntries(places)
}

const all = (isThere: (call: Call) => boolean) =>
  Object.fromEntries(CALLS.map(([name, call]) => [name, isThere(call)]))

describe('ADMIN_HOST: calls of staff and moderators are there alone', () => {
  const isStaffs = ({ role }: Call) => ROLE_RANK[role] >= ROLE_RANK.moderator

  it('T35: on any other host each of them is a 404, and each other call is there', async ({ task }) => {
    tries(task, CALLS.length)
    const found = await placesOf(embeddedSite({ ADMIN_HOST: 'Staff.loop.test' }), PUBLIC)
    expect(found).toEqual(all((call) => !isStaffs(call)))
    expect(Object.values(found).filter((isThere) => !isThere).length).toBeGreaterThan(30)
  })

  it('T35: on that host every call is there', async ({ task }) => {
    tries(task, CALLS.length)
    expect(await placesOf(embeddedSite({ ADMIN_HOST: 'staff.loop.test' }), ADMIN)).toEqual(all(() => true))
  })

  it('without it every host has every call', async () => {
    expect(await placesOf(embeddedSite(), PUBLIC)).toEqual(all(() => true))
  })
})
