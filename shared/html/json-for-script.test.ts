import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonForScript } from './json-for-script.ts'

it('comes back as it was, and never holds a sign that could end or open an element (T3)', () => {
  const hostile = fc.constantFrom('</script>', '<!--<script', '\u2028', ']]>', '&lt;', '"', '\\')
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string())), (texts) => {
      const json = jsonForScript({ texts })
      expect(JSON.parse(json)).toEqual({ texts })
      expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    }),
  )
})
