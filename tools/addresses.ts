import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './run-step.ts'

type Library = { items: { id: string; slug: string; type: string; external_media?: object }[] }

const TRIES = 240
const TRY_EVERY_MS = 250

/** Waits until the server answers, then prints what a newcomer should open. */
export async function printAddresses(base: string): Promise<void> {
  for (let tries = 0; tries < TRIES && !(await answers(`${base}/healthz`)); tries++) await pause(TRY_EVERY_MS)
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as Library
  const embed = (type: string) => {
    const item = items.find((item) => item.type === type && !item.external_media)
    return item && `${base}/embed/${item.slug}-${item.id}`
  }
  const rows = [
    ['GIF', embed('gif')],
    ['Sticker', embed('sticker')],
    ['Video', embed('video')],
    ['Search', `${base}/v1/gifs/search?q=happy`],
    ['Trending', `${base}/v1/gifs/trending`],
    ['Health', `${base}/healthz`],
  ]
  console.log(
    `\nLoopframe is running. Open:\n${rows.map(([name, url]) => `  ${name?.padEnd(9)} ${url}`).join('\n')}\n`,
  )
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
