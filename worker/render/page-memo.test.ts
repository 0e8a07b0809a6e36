import { describe, expect, it } from 'vitest'
import { appendBytes, createWidgetMemo, fillSlots, splitAtSlots, TRACKING_SLOT } from './page-memo.ts'

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

describe('the memo of rendered pages', () => {
  const page = { styleHash: 'h', head: splitAtSlots('x') }

  it('returns a page only for the data it was rendered from', () => {
    const memo = createWidgetMemo()
    const list = {}
    memo.set('a', list, page)
    expect(memo.get('a', list)).toBe(page)
    expect(memo.get('a', {})).toBeUndefined()
    expect(memo.get('b', list)).toBeUndefined()
  })

  it('is bounded', () => {
    const memo = createWidgetMemo()
    const list = {}
    for (let at = 0; at < 500; at++) memo.set(String(at), list, page)
    expect(memo.get('0', list)).toBeUndefined()
    expect(memo.get('499', list)).toBe(page)
  })
})
