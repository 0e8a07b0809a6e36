import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function screen(isTTY: boolean) {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  return { isTTY, write, text: () => text }
}

it('elsewhere than on a terminal: a line for each file, the refused ones apart', () => {
  const to = screen(false)
  const progress = createProgress(3, to)
  progress.ended({ name: 'a.gif', line: 0 }, { kind: 'sent', id: 'x1' })
  progress.waits(60, 'Too many requests')
  progress.ended({ name: 'b\u001b[31m.gif', line: 7 }, { kind: 'refused', reason: 'truncated', why: 'cut' })
  progress.ended({ name: 'c.gif', line: 9 }, { kind: 'known', id: 'x3' })
  progress.close()
  expect(to.text()).toBe('a.gif: sent (x1)\nwaiting 60 s: Too many requests\nc.gif: is there already (x3)\n')
  expect(progress.refused).toEqual(['line 7: b\\u{1b}[31m.gif: refused (truncated): cut'])
  expect(progress.counts).toEqual({ sent: 1, completed: 0, updated: 0, known: 1, refused: 1 })
})

it('F36: on a terminal a bar in one line, with names escaped', () => {
  const to = screen(true)
  const progress = createProgress(2, to)
  progress.ended({ name: 'a\u001b]0;x\u0007.gif', line: 0 }, { kind: 'completed', id: 'x1' })
  expect(to.text()).toContain(`${'█'.repeat(12)}${'░'.repeat(12)} 1 of 2, 0 refused  a\\u{1b}]0;x\\u{7}.gif`)
  expect(to.text()).not.toContain('\n')
  progress.close()
  expect(to.text().endsWith('\r\u001b[2K')).toBe(true)
})
