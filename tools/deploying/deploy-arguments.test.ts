import { describe, expect, it } from 'vitest'
import { deployArguments } from './deploy-arguments.ts'

const read = (line: string) => deployArguments(line.split(' ').filter(Boolean))

describe('npm run deploy', () => {
  it.each<[string, object]>([
    ['', { wantsWorkersDev: false, wantsSeed: false, wantsFree: false, wantsRollback: false, args: [] }],
    ['--workers-dev --dry-run', { wantsWorkersDev: true, isDryRun: true, args: ['--dry-run'] }],
    ['--domain gifs.test --with-seed', { domain: 'gifs.test', wantsSeed: true, to: undefined, args: [] }],
    ['--with-seed --to https://b.test/ --name x', { to: 'https://b.test', name: 'x', args: ['--name', 'x'] }],
    ['--to=https://b.test --with-seed', { to: 'https://b.test', args: [] }],
    ['--free --var A:b', { wantsFree: true, args: ['--var', 'A:b'] }],
    ['--rollback', { wantsRollback: true, args: [] }],
  ])('%s', (line, expected) => {
    expect(read(line)).toMatchObject(expected)
  })

  it.each([
    ['--to https://b.test', 'goes with --with-seed'],
    ['--with-seed --to', 'goes with --with-seed'],
    ['--with-seed --to http://b.test', 'http is for localhost'],
    ['--domain', 'takes a host'],
    ['--domain https://b.test', 'takes a host'],
    ['--domain b.test --workers-dev', 'choose one'],
  ])('%s is refused', (line, message) => {
    expect(() => read(line)).toThrow(message)
  })
})
