import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectHost } from './connect-host.ts'
import type { HostedPage } from './host-messages.ts'

const passed = vi.fn()
const started = vi.fn((_page: HostedPage) => passed)
vi.mock('./host-messages.ts', () => ({ startHostMessages: (page: HostedPage) => started(page) }))

beforeEach(() => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('keeps what is reported, said and done until its code is there, in order', async () => {
  const [before, meanwhile, click] = [new Event('message'), new Event('message'), new Event('click')]
  const report = connectHost({ early: [before] } as unknown as HostedPage)
  report('pause')
  dispatchEvent(meanwhile)
  dispatchEvent(click)
  report('play')
  expect(passed).not.toHaveBeenCalled()

  await vi.waitFor(() => expect(started).toHaveBeenCalled())
  expect(started.mock.calls[0]?.[0].early).toEqual([before, meanwhile, click])
  report('share', 'later')
  expect(passed.mock.calls).toEqual([['pause'], ['play'], ['share', 'later']])
})
