import type { IncomingMessage, ServerResponse } from 'node:http'

/** What every stored file is here. */
export const FILE = 'GIF89a and so on'

/** Whether a file's body stops after its first half. */
export const r2 = { stalls: false }

type R2Request = { method?: string; object?: string; range?: { offset?: string; length?: string } }

/** Responds as the service behind an R2 binding does: metadata, whose length a header gives, then the file. */
export function r2Service(request: IncomingMessage, response: ServerResponse): void {
  const {
    method,
    object = '',
    range,
  }: R2Request = JSON.parse(String(request.headers['cf-r2-request'] ?? '{}'))
  const offset = Number(range?.offset ?? 0)
  const part = FILE.slice(offset, offset + Number(range?.length ?? FILE.length))
  const metadata = JSON.stringify({
    name: object,
    version: '1',
    size: String(FILE.length),
    etag: '0123456789abcdef0123456789abcdef',
    uploaded: '1760000000000',
    httpFields: {},
    customFields: [],
    checksums: {},
    storageClass: 'Standard',
    ...(range && { range: { offset: String(offset), length: String(part.length) } }),
  })
  response.setHeader('CF-R2-Metadata-Size', String(metadata.length))
  response.write(metadata)
  if (method !== 'get') return void response.end()
  if (!r2.stalls) return void response.end(part)
  response.write(part.slice(0, part.length / 2))
}
