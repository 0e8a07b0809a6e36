import { describe, expect, it } from 'vitest'
import { joined } from '../../shared/net/bytes.ts'
import { TRACKING_SLOT } from './page-memo.ts'
import { fillSlots, splitAtSlots } from './page-parts.ts'

const decode = (pieces: readonly Uint8Array[]) => new TextDecoder().decode(joined(pieces))

describe('a rendered part', () => {
  it.each([
    ['none', 'ünï', 'ünï'],
    ['one', `a${TRACKING_SLOT}b`, 'autm=1b'],
    ['none, but its first character', `a\u0091b\u0091`, 'a\u0091b\u0091'],
    ['several, also at its ends', `${TRACKING_SLOT}ü${TRACKING_SLOT}${TRACKING_SLOT}`, 'utm=1üutm=1utm=1'],
  ])('has the text in each of its slots: %s', (_name, text, filled) => {
    expect(decode(fillSlots(splitAtSlots(text), 'utm=1'))).toBe(filled)
    expect(decode(fillSlots(splitAtSlots(text), ''))).toBe(text.replaceAll(TRACKING_SLOT, ''))
  })
})
