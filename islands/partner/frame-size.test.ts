import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ELEMENTS, type ElementDefinition } from './elements.ts'
import { frameCss, saidSize } from './frame.ts'

const cssOf = (
  tag: string,
  attributes: Record<string, string> = {},
  said?: { width: number; height: number },
) => frameCss(ELEMENTS[tag] as ElementDefinition, (name) => attributes[name] ?? null, said)

describe('the place of an embed', () => {
  it.each([
    [{}, 'max-width:480px;aspect-ratio:480/270'],
    [{ width: '300', height: '300' }, 'max-width:300px;aspect-ratio:300/300'],
    [{ width: '320px' }, 'max-width:320px;aspect-ratio:480/270'],
    [{ height: '90' }, 'max-width:160px;aspect-ratio:480/270'],
    [{ ratio: '4/3' }, 'aspect-ratio:4/3'],
    [{ ratio: '4:3', width: '400' }, 'max-width:400px;aspect-ratio:4/3'],
    [{ ratio: '0.5' }, 'aspect-ratio:0.5/1'],
    [{ width: '100%' }, 'aspect-ratio:480/270'],
    [{ ratio: '0/0', width: 'expression()' }, 'aspect-ratio:480/270'],
  ])('for %j is %s', (attributes, css) => expect(cssOf('loop-embed', attributes)).toBe(css))

  it('follows the frame where the page has not decided', () => {
    const said = { width: 200, height: 200 }
    expect(cssOf('loop-embed', {}, said)).toBe('max-width:480px;aspect-ratio:200/200')
    expect(cssOf('loop-embed', {}, { width: 270, height: 480 })).toBe('max-width:270px;aspect-ratio:270/480')
    expect(cssOf('loop-embed', { width: '300' }, said)).toBe('max-width:300px;aspect-ratio:200/200')
    expect(cssOf('loop-embed', { width: '300', height: '150' }, said)).toBe(
      'max-width:300px;aspect-ratio:300/150',
    )
    expect(cssOf('loop-embed', { ratio: '2' }, said)).toBe('aspect-ratio:2/1')
  })
})

describe('the place of a widget', () => {
  it.each([
    ['loop-carousel', {}, 'height:200px'],
    ['loop-carousel', { height: '120', width: '600' }, 'max-width:600px;height:120px'],
    ['loop-carousel', { 'tile-height': '96' }, 'height:96px'],
    ['loop-grid', {}, 'height:480px'],
    ['loop-grid', { height: '700' }, 'height:700px'],
  ])('%s %j is %s', (tag, attributes, css) => expect(cssOf(tag, attributes)).toBe(css))

  it('follows the frame where the page has not decided', () => {
    const said = { width: 600, height: 913 }
    expect(cssOf('loop-carousel', { 'tile-height': '120' }, said)).toBe('height:913px')
    expect(cssOf('loop-grid', {}, said)).toBe('height:913px')
    expect(cssOf('loop-grid', { height: '700' }, said)).toBe('height:700px')
  })
})

describe('T8: whatever page and frame say', () => {
  it('the declarations are numbers and nothing else', () => {
    const text = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.constantFrom('1;}body{', '1e308', '-1', '∞'),
    )
    const attributes = fc.record({ width: text, height: text, ratio: text }, { requiredKeys: [] })
    const size = fc.record({ width: fc.anything(), height: fc.anything() })
    const tags = fc.constantFrom(...Object.keys(ELEMENTS))
    fc.assert(
      fc.property(tags, attributes, size, (tag, given, said) => {
        expect(cssOf(tag, given, saidSize(said))).toMatch(
          /^(?:max-width:[\d.e+-]+px;)?(?:height:[\d.e+-]+px|aspect-ratio:[\d.e+-]+\/[\d.e+-]+)$/,
        )
      }),
    )
  })

  it.each([
    {},
    { width: 10 },
    { width: '10', height: 10 },
    { width: 10, height: 0 },
    { width: 10, height: Number.NaN },
    { width: 10, height: 1e9 },
  ])('%j is no size', (said) => expect(saidSize(said)).toBeUndefined())
})
