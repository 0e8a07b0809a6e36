import { describe, expect, it } from 'vitest'
import { baseOf, takeToken } from './target.ts'

describe('where files are sent to', () => {
  it.each([
    ['https://gifs.example.com', 'https://gifs.example.com'],
    ['https://gifs.example.com/', 'https://gifs.example.com'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['http://127.0.0.1:8788/', 'http://127.0.0.1:8788'],
  ])('%s', (address, base) => expect(baseOf(address)).toBe(base))

  it.each([
    '',
    'gifs.example.com',
    'http://gifs.example.com',
    'http://localhost.example.com',
    'https://me:secret@gifs.example.com',
    'https://gifs.example.com/library',
    'https://gifs.example.com/?a=1',
    'ftp://localhost',
    'file:///etc',
  ])('%j is refused', (address) =>
    expect(() => baseOf(address)).toThrow('https://gifs.example.com; http is for'),
  )
})

describe('T39: the token', () => {
  const base = 'https://gifs.test'

  it('is taken out of the environment, which children get', () => {
    const env = { LOOPFRAME_TOKEN: ' abcdefgh-IJ_1\n', PATH: '/bin' }
    expect(takeToken(base, env)).toBe('abcdefgh-IJ_1')
    expect(env).toEqual({ PATH: '/bin' })
  })

  it.each([{}, { LOOPFRAME_TOKEN: ' ' }])('is missing: says how to get one', (env) => {
    expect(() => takeToken(base, env)).toThrow(`sign in at ${base}/login, make one at ${base}/account`)
  })

  it.each(['short', 'with space in it', 'line\r\nHost: x', 'ünïcödé-token'])(
    'is none: %j is not shown',
    (token) => {
      const read = () => takeToken(base, { LOOPFRAME_TOKEN: token })
      expect(read).toThrow('is no API token')
      expect(read).not.toThrow(token)
    },
  )
})
