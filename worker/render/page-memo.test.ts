import { describe, expect, it } from 'vitest'
import { appendBytes, fillSlots, splitAtSlots, TRACKING_SLOT } from './page-memo.ts'

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('a rendered part', () => {
  it.each([
    ['none', 'ünï', 'ünï'],
    ['one', `a${TRACKING_SLOT}b`, 'autm=1b'],
    ['several, also at its ends', `${TRACKING_SLOT}ü${TRACKING_SLOT}${TRACKING_SLOT}`, 'utm=1üutm=1utm=1'],
  ])('has the text in each of its slots: %s', (_name, text, filled) => {
    expect(decode(fillSlots(splitAtSlots(text), 'utm=1'))).toBe(filled)
    expect(decode(fillSlots(splitAtSlots(text), ''))).toBe(text.replaceAll(TRACKING_SLOT, ''))
  })

  it('ends with the appended bytes', () => {
    const tail = [new TextEncoder().encode('ö'), new TextEncoder().encode('!')]
    expect(decode(fillSlots(appendBytes(splitAtSlots(`a${TRACKING_SLOT}b`), ...tail), '-'))).toBe('a-bö!')
    expect(decode(fillSlots(appendBytes(splitAtSlots(TRACKING_SLOT), ...tail), '-'))).toBe('-ö!')
  })
})
