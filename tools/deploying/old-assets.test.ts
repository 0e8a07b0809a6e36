import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashedFiles, keepOldAssets, LIST } from './old-assets.ts'

const NOW = 'static/live-AAAAAAAA.js'
const BEFORE = 'static/live-BBBBBBBB.js'
const EARLIER = 'static/live-CCCCCCCC.js'
const LONG_AGO = 'static/live-DDDDDDDD.js'

let assets: string
let served: Record<string, string>
let base: string
const server = createServer(({ url = '' }, response) => {
  const text = served[url.slice(1)]
  response.writeHead(text === undefined ? 404 : 200).end(text)
})

beforeEach(async () => {
  assets = mkdtempSync(join(tmpdir(), 'loopframe-assets-'))
  mkdirSync(join(assets, 'static'))
  writeFileSync(join(assets, NOW), 'now')
  served = {}
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  rmSync(assets, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

const list = () => JSON.parse(readFileSync(join(assets, LIST), 'utf8')) as string[][]

it('F18 brings the files of the two builds before along, from where they are deployed', async () => {
  served = {
    [LIST]: JSON.stringify([[BEFORE], [EARLIER], [LONG_AGO]]),
    [BEFORE]: 'before',
    [EARLIER]: 'earlier',
    [LONG_AGO]: 'long ago',
  }
  expect(await keepOldAssets(assets, base, [])).toBe(2)
  expect(hashedFiles(assets)).toEqual([NOW, BEFORE, EARLIER])
  expect(list()).toEqual([[NOW], [BEFORE], [EARLIER]])
})

it('F18 the same build again pushes no older one out', async () => {
  served = { [LIST]: JSON.stringify([[NOW], [BEFORE], [EARLIER]]), [BEFORE]: 'before', [EARLIER]: 'earlier' }
  await keepOldAssets(assets, base, [])
  expect(list()).toEqual([[NOW], [BEFORE], [EARLIER]])
})

it('F18 takes the copy of this machine where what is deployed does not answer', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'loopframe-copy-'))
  mkdirSync(join(copy, 'static'))
  writeFileSync(join(copy, LIST), JSON.stringify([[BEFORE]]))
  writeFileSync(join(copy, BEFORE), 'before')
  expect(await keepOldAssets(assets, base, [copy])).toBe(1)
  expect(readFileSync(join(assets, BEFORE), 'utf8')).toBe('before')
  rmSync(copy, { recursive: true })
})

it('a list from elsewhere names no file outside, and nothing that a build cannot have', async () => {
  const names = [
    '../../etc/x-AAAAAAAA.js',
    'static/../x-AAAAAAAA.js',
    'static/icon.svg',
    '/static/a-AAAAAAAA.js',
    7,
  ]
  served = { [LIST]: JSON.stringify([names]) }
  expect(await keepOldAssets(assets, base, [])).toBe(0)
  served = { [LIST]: '<!doctype html>' }
  expect(await keepOldAssets(assets, base, [])).toBe(0)
  expect(list()).toEqual([[NOW]])
})
