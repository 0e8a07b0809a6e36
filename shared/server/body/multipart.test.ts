import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, findBoundaries, multipartFields } from './multipart.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** Reads a form that comes in pieces of `size` bytes. */
function read(bytes: Uint8Array<ArrayBuffer>, type: string, size = 7) {
  const boundaries = findBoundaries(boundaryOf(type))
  for (let at = 0; at < bytes.length; at += size) boundaries.look(bytes.subarray(at, at + size))
  return multipartFields(bytes, boundaries)
}

const TYPE = 'multipart/form-data; boundary=b'
const form = (...parts: string[]) => encode(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`)
const text = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

describe('T18: a multipart form', () => {
  it('is read as the platform reads it, however it is cut', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r\n', '\r\n--', '--b', '\r', '\r\n\r\n'),
    )
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 6 })
    const pairs = names.chain((all) => fc.tuple(...all.map((name) => fc.tuple(fc.constant(name), value))))
    const property = fc.asyncProperty(pairs, fc.integer({ min: 1, max: 200 }), async (fields, size) => {
      const sent = new FormData()
      for (const [name, each] of fields) sent.append(name, each)
      const response = new Response(sent)
      const type = response.headers.get('Content-Type') ?? ''
      const bytes = new Uint8Array(await response.arrayBuffer())
      const arrived = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
      expect({ ...read(bytes, type, size) }).toEqual(Object.fromEntries(arrived))
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('keeps a file’s bytes as they came, under a name and type of ours', async () => {
    const bytes = Uint8Array.from([...encode('GIF89a'), ...Array.from({ length: 3000 }, (_, at) => at % 256)])
    const sent = new FormData()
    sent.append('start', '1')
    sent.append('file', new File([bytes], '../x.html', { type: 'text/html' }))
    const response = new Response(sent)
    const body = new Uint8Array(await response.arrayBuffer())
    const { file, start } = read(body, response.headers.get('Content-Type') ?? '')
    expect(start).toBe('1')
    if (!(file instanceof File)) throw new Error('no file')
    expect([file.name, file.type, file.size]).toEqual(['media.gif', 'image/gif', bytes.length])
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
    expect(new Uint8Array(await new Response(file.stream()).arrayBuffer())).toEqual(bytes)
  })

  it.each([
    ['an end', encode(`--b\r\n${text('a', '1')}\r\n`)],
    ['a boundary', encode('nothing')],
    ['headers', form('1')],
    ['a name', form('Content-Disposition: form-data\r\n\r\n1')],
    ['a disposition', form('Content-Type: text/plain\r\n\r\n1')],
    ['headers that end near', form(`X: ${'x'.repeat(2000)}\r\n${text('a', '1')}`)],
    ['a line after its boundary', encode(`--bc\r\n${text('a', '1')}\r\n--b--`)],
  ])('without %s is refused', (_name, bytes) => {
    expect(() => read(bytes, TYPE)).toThrow('The form cannot be read')
  })

  it.each(['__proto__', 'constructor', 'a[__proto__]', 'x'.repeat(101)])('a field %s is refused', (name) => {
    expect(() => read(form(text(name, '1')), TYPE)).toThrow('is no name of a field')
    const file = `Content-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nGIF89a`
    expect(() => read(form(file), TYPE)).toThrow('is no name of a field')
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])('%s has no boundary', (type) => {
    expect(() => boundaryOf(type)).toThrow('The form cannot be read')
  })
})
