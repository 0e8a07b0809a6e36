import { describe, expect, it } from 'vitest'
import { createWidgetMemo, cutPart, fillPart, HOLE, withTail } from './page-memo.ts'

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('a drawn part', () => {
  it.each([
    ['none', 'ünï', 'ünï'],
    ['one', `a${HOLE}b`, 'autm=1b'],
    ['several, also at its ends', `${HOLE}ü${HOLE}${HOLE}`, 'utm=1üutm=1utm=1'],
  ])('has the text in each of its holes: %s', (_name, text, filled) => {
    expect(decode(fillPart(cutPart(text), 'utm=1'))).toBe(filled)
    expect(decode(fillPart(cutPart(text), ''))).toBe(text.replaceAll(HOLE, ''))
  })

  it('ends with the bytes that it was given', () => {
    const tail = [new TextEncoder().encode('ö'), new TextEncoder().encode('!')]
    expect(decode(fillPart(withTail(cutPart(`a${HOLE}b`), ...tail), '-'))).toBe('a-bö!')
    expect(decode(fillPart(withTail(cutPart(HOLE), ...tail), '-'))).toBe('-ö!')
  })
})

describe('the memory of drawn pages', () => {
  const page = { styleHash: 'h', head: cutPart('x') }

  it('gives a page for the very data it was drawn from, and for no other', () => {
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
