import { expect, it } from 'vitest'
import { trackingAllowed } from './privacy.ts'

const root = (on: boolean) => ({ hasAttribute: (name: string) => on && name === 'data-tracking' }) as Element

it.each([
  ['nothing speaks against it', true, {}, true],
  ['no wish was said', true, { globalPrivacyControl: false, doNotTrack: 'unspecified' }, true],
  ['tracking may be wanted', true, { doNotTrack: '0' }, true],
  ['the server turned it off', false, {}, false],
  ['Global Privacy Control', true, { globalPrivacyControl: true }, false],
  ['Do Not Track', true, { doNotTrack: '1' }, false],
])('%s', (_name, on, wishes, allowed) => {
  expect(trackingAllowed(root(on), wishes)).toBe(allowed)
})
