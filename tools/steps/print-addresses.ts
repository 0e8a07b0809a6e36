import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-step.ts'
import { waitUntilUp } from './wait-until-up.ts'

type Library = { items: { id: string; slug: string; type: string; external_media?: object }[] }

type Shown = {
  /** Of the link that signs the staff in once; none for a site elsewhere, and where they have come already. */
  staffPath: string | undefined
  /** Whether the library is the demo's: another one has none of its items. */
  isDemo: boolean
}

type Row = readonly [name: string, url: string | undefined]

/** The addresses of some items of the demo library. */
function demoRows(base: string): Row[] {
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as Library
  const embed = (type: string) => {
    const item = items.find((item) => item.type === type && !item.external_media)
    return item && `${base}/embed/${item.slug}-${item.id}`
  }
  const page = items.find(({ type }) => type === 'gif')
  return [
    ['A page', page && `${base}/gifs/${page.slug}-${page.id}`],
    ['GIF', embed('gif')],
    ['Sticker', embed('sticker')],
    ['Video', embed('video')],
    ['Search', `${base}/v1/gifs/search?q=happy`],
    ['Trending', `${base}/v1/gifs/trending`],
  ]
}

/** Waits until the server is up, then prints the URLs that a newcomer should open. */
export async function printAddresses(base: string, { staffPath, isDemo }: Shown): Promise<void> {
  await waitUntilUp(`${base}/healthz`)
  const rows: Row[] = [
    ['Welcome', `${base}/`],
    ...(isDemo ? demoRows(base) : []),
    ['Health', `${base}/healthz`],
    ...(staffPath ? [['Staff', `${base}${staffPath}`] as const] : []),
  ]
  console.log(
    `\nLoopframe is running. Open:\n${rows.map(([name, url]) => `  ${name.padEnd(9)} ${url}`).join('\n')}\n`,
  )
  if (!isDemo && staffPath)
    console.log(
      'The staff’s link works once. Then make an API token at /account, and fill the library:\n  LOOPFRAME_TOKEN=… npm run ingest -- DIR --to ' +
        base +
        '\n',
    )
}
