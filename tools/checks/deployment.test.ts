import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { configNames } from '../../worker/env.ts'
import { root } from '../steps/run-step.ts'

const config = unstable_readConfig({ config: join(root, 'wrangler.toml') })

/** Positive, below 2^31: the first bits of a hash of the limit's name. */
const namespaceOf = (name: string) =>
  String(createHash('sha256').update(`loopframe:${name}`).digest().readUInt32BE() & 0x7fff_ffff)

const KEY = /KEY|TOKEN|SECRET|PASSWORD|DSN/

describe('what a deploy gives away (wrangler.toml)', () => {
  it('T46 the platform keeps no URL: neither a line per request nor a trace, and queries are cut off', () => {
    expect(config.observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: false },
    })
    expect([config.logpush, config.tail_consumers ?? []]).toEqual([undefined, []])
  })

  it('T39 no variable is a key', () => {
    expect(Object.keys(config.vars)).toContain('PROVIDER_URL')
    expect(Object.keys(config.vars).filter((name) => KEY.test(name))).toEqual([])
    for (const [name, value] of Object.entries(config.vars)) {
      expect(String(value), name).not.toMatch(/[\w-]{20,}|:\/\/[^/]*@/)
    }
  })

  it('a variable that the code reads is in the README, and here where it is no key; there are no others', () => {
    // Further providers are set as the first.
    const names = configNames().filter((name) => !/^PROVIDER_[2-4]_/.test(name))
    const local = ['LOCAL_URL', 'MAILS', 'MAKER_HASH']
    const settable = names.filter((name) => !KEY.test(name) && !local.includes(name))
    expect(Object.keys(config.vars).sort()).toEqual(settable.sort())

    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const [, chapter = ''] = /\n## Configuration\n(.*?)\n## /s.exec(readme) ?? []
    const rows = chapter.match(/^\| `.*/gm) ?? []
    expect(names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([])
    const first = rows.flatMap((row) => row.split(' | ')[0]?.match(/\w+/g) ?? [])
    expect(first.filter((name) => !names.includes(name))).toEqual([])
  })

  it('is reached under its own domain alone', () => {
    expect([config.workers_dev, config.preview_urls]).toEqual([false, false])
  })

  it('T37 a request has a bound of CPU time', () => {
    expect(config.limits?.cpu_ms).toBeGreaterThan(0)
    expect(config.limits?.cpu_ms).toBeLessThanOrEqual(5000)
  })

  it('T26 rate limits are counted for this product alone', () => {
    expect(config.ratelimits.length).toBeGreaterThan(0)
    for (const { name, namespace_id } of config.ratelimits) expect(namespace_id, name).toBe(namespaceOf(name))
  })
})
