import { describe, expect, it } from 'vitest'
import { csvRows, firstRows } from './searches-file.ts'

describe('CSV (RFC 4180)', () => {
  it.each([
    [
      'a,1\r\nb,2\r\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['"a,b",1\r\n', [['a,b', '1']]],
    ['"say ""cat""",1\r\n', [['say "cat"', '1']]],
    ['"two\r\nlines",1\r\n', [['two\r\nlines', '1']]],
    [',\r\n', [['', '']]],
    ['a,1\r\nb,', [['a', '1']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(csvRows(text)).toEqual(rows)
  })
})

/** A stream of lines, a chunk each, and whether its reader has cancelled it. */
function streamOf(lines: readonly string[]) {
  const state = { read: 0, isCancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const line = lines[state.read++]
        if (line === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(line))
      },
      cancel() {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('the first rows of a stream', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `cat ${n},1\r\n`)

  it('are read, and the rest is cancelled', async () => {
    const { stream, state } = streamOf(lines)
    const rows = await firstRows(stream, 3)
    expect(rows.map(([term]) => term)).toEqual(['cat 0', 'cat 1', 'cat 2'])
    expect(state).toEqual({ read: 3, isCancelled: true })
  })

  it('are all of a short one, a character in two chunks whole', async () => {
    const bytes = new TextEncoder().encode('猫,1\r\n')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 2))
        controller.enqueue(bytes.slice(2))
        controller.close()
      },
    })
    expect(await firstRows(stream, 3)).toEqual([['猫', '1']])
  })

  it('fail where the stream does', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('broken off')),
    })
    await expect(firstRows(stream, 3)).rejects.toThrow('broken off')
  })
})
