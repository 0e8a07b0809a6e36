import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-step.ts'
import { waitUntilUp } from './wait-until-up.ts'

type Library = { items: { id: string; slug: string; type: string; external_media?: object }[] }

/**
 * Waits until the server is up, then prints the URLs that a newcomer should open.
 * @param staffPath of the link that signs the staff in once; none for a site elsewhere
 */
export async function printAddresses(base: string, staffPath: string | undefined): Promise<void> {
  await waitUntilUp(`${base}/healthz`)
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as Library
  const embed = (type: string) => {
    const item = items.find((item) => item.type === type && !item.external_media)
    return item && `${base}/embed/${item.slug}-${item.id}`
  }
  const page = items.find(({ type }) => type === 'gif')
  const rows = [
    ['Welcome', `${base}/`],
    ['A page', page && `${base}/gifs/${page.slug}-${page.id}`],
    ['GIF', embed('gif')],
    ['Sticker', embed('sticker')],
    ['Video', embed('video')],
    ['Search', `${base}/v1/gifs/search?q=happy`],
    ['Trending', `${base}/v1/gifs/trending`],
    ['Health', `${base}/healthz`],
    ...(staffPath ? [['Staff', `${base}${staffPath}`]] : []),
  ]
  console.log(
    `\nLoopframe is running. Open:\n${rows.map(([name, url]) => `  ${name?.padEnd(9)} ${url}`).join('\n')}\n`,
  )
}
