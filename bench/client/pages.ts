import { createServer } from 'node:http'

const PICTURE = { width: 480, height: 270 }

/** Shown by the style sheet alone 150 ms after the pointer has come: nothing can be sooner. */
const FOOTER = `<style>footer{position:fixed;inset:auto 0 0;visibility:hidden}html:hover footer{visibility:visible;transition:visibility 0s .15s}</style><div data-island="hover-footer" data-hydrated><footer>Footer</footer></div>`

/** A page with a single picture, to compare embeds with; with `footer` it has one, on hover. */
export function plainPage(url: string): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?')))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Picture</title><style>html,body{margin:0;height:100%}img{display:block;width:100%;height:100%;object-fit:contain}</style><img src="${query.get('src')}" width="${PICTURE.width}" height="${PICTURE.height}" alt="">${query.has('footer') ? FOOTER : ''}`
}

const hostPage = (
  sources: readonly string[],
  { width, height }: typeof PICTURE,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title>
<style>body{margin:0;display:grid;grid-template-columns:repeat(2,480px);gap:8px}iframe{border:0;display:block}</style>
${sources.map((src) => `<iframe src="${src}" width="${width}" height="${height}" title=""></iframe>`).join('\n')}`

/** The partner's site: pages at `/{name}` with the frames of that name, in CSS pixels and two a row. */
export async function startHost(
  port: number,
  pages: Readonly<Record<string, readonly string[]>>,
  size = PICTURE,
): Promise<() => Promise<void>> {
  const server = createServer(({ url }, response) => {
    const sources = pages[url?.slice(1) ?? '']
    if (!sources) return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(hostPage(sources, size))
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
