import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdLock, withLock } from './lock.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const locks = () => readdirSync(join(root, '.wrangler/locks'))

describe('withLock', () => {
  it('does work of one name one after the other', async () => {
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
    }
    await Promise.all([withLock(root, 'x', work('a')), withLock(root, 'x', work('b'))])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(locks()).toEqual([])
  })

  it('returns what the work returns, and is free again after a failure', async () => {
    const broken = () => {
      throw new Error('broken')
    }
    await expect(withLock(root, 'x', broken)).rejects.toThrow('broken')
    expect(await withLock(root, 'x', () => 7)).toBe(7)
  })

  it('takes over the lock of a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    mkdirSync(join(root, '.wrangler/locks'), { recursive: true })
    writeFileSync(join(root, '.wrangler/locks/x'), String(pid))
    expect(await withLock(root, 'x', () => 'done')).toBe('done')
    expect(locks()).toEqual([])
  })

  it.runIf(existsSync('/proc/self/stat'))(
    'takes over where the process’s id belongs to another one now',
    async () => {
      mkdirSync(join(root, '.wrangler/locks'), { recursive: true })
      writeFileSync(join(root, '.wrangler/locks/x'), `${process.pid} 1`)
      expect(await withLock(root, 'x', () => 'done')).toBe('done')
    },
  )
})

describe('holdLock', () => {
  it('is taken by one command, until that has ended', () => {
    const hold = `import { holdLock } from '${new URL('lock.mjs', import.meta.url)}'; console.log(holdLock('${root}', 'x'))`
    const ask = () =>
      spawnSync(process.execPath, ['--input-type=module', '-e', hold]).stdout.toString().trim()
    expect(ask()).toBe('true')
    expect(holdLock(root, 'x')).toBe(true)
    expect(ask()).toBe('false')
  })
})
