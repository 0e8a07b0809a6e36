import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Options = {
  /** What the page adds to the policy that allows it itself alone; the two lines of docs/embedding.md. */
  policy?: string
  /** Hosts of pictures beside the page's own. */
  pictures?: string
  headers?: Record<string, string>
  script?: string
  style?: string
}

const OWN_ONLY = "default-src 'none'; style-src 'self'; require-trusted-types-for 'script'"

// 1 x 1 px.
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** A partner's page: another site (localhost is not 127.0.0.1) with a strict policy, files of its own, no inline code. */
export async function partnerPage(
  body: string,
  { policy = '', pictures = '', headers = {}, script = '', style = '' }: Options,
) {
  const files: Record<string, [type: string, content: string | Buffer]> = {
    '/': [
      'text/html; charset=utf-8',
      `<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="/dot.gif">
<link rel="stylesheet" href="/page.css"><script src="/page.js"></script>${body}`,
    ],
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', style],
    '/dot.gif': ['image/gif', PICTURE],
  }
  const server = createServer(({ url = '/' }, response) => {
    const [type, content] = files[url] ?? ['text/plain', '']
    response.writeHead(files[url] ? 200 : 404, {
      'Content-Type': type,
      'Content-Security-Policy': `${OWN_ONLY}; img-src 'self' ${pictures}; ${policy}`,
      ...headers,
    })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  return { url, close: () => void server.close() }
}
