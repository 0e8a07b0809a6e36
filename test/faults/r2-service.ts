import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What every stored file of the library is here. */
export const FILE = 'GIF89a and so on'

/** What becomes of a change: it is refused, it hangs before it is made, or it is made and nobody learns of it. */
type WriteFault = 'refuse' | 'hang' | 'lost'

export const r2 = {
  /** Whether a file's body stops after its first half. */
  stalls: false,
  /** The faults of changes, by their method (`put`, `uploadPart` …). */
  writes: new Map<string, WriteFault>(),
  /** What was put here, by key. */
  files: new Map<string, Buffer>(),
  /** Parts of uploads that have neither ended nor been aborted. */
  open: new Map<string, Buffer[]>(),
}

type R2Request = {
  method?: string
  object?: string
  objects?: string[]
  uploadId?: string
  range?: { offset?: string; length?: string }
}

let uploads = 0

/** Responds as the service behind an R2 binding does: metadata, whose length a header gives, then the file. */
export async function r2Service(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'PUT') return write(request, response)
  const {
    method,
    object = '',
    range,
  }: R2Request = JSON.parse(String(request.headers['cf-r2-request'] ?? '{}'))
  const file = r2.files.get(object) ?? Buffer.from(FILE)
  const offset = Number(range?.offset ?? 0)
  const part = file.subarray(offset, offset + Number(range?.length ?? file.length))
  const ranged = range && { range: { offset: String(offset), length: String(part.length) } }
  sendMetadata(response, { ...metadataOf(object, file), ...ranged })
  if (method !== 'get') return void response.end()
  if (!r2.stalls) return void response.end(part)
  response.write(part.subarray(0, part.length / 2))
}

const metadataOf = (name: string, file: Buffer) => ({
  name,
  version: '1',
  size: String(file.length),
  etag: '0123456789abcdef0123456789abcdef',
  uploaded: '1760000000000',
  httpFields: {},
  customFields: [],
  checksums: {},
  storageClass: 'Standard',
})

function sendMetadata(response: ServerResponse, metadata: object): void {
  const json = JSON.stringify(metadata)
  response.setHeader('CF-R2-Metadata-Size', String(Buffer.byteLength(json)))
  response.write(json)
}

async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const size = Number(request.headers['cf-r2-metadata-size'])
  const given: R2Request = JSON.parse(body.subarray(0, size).toString())
  const fault = r2.writes.get(given.method ?? '')
  if (fault === 'hang') return
  if (fault === 'refuse') return void response.writeHead(500).end('refused')
  const result = change(given, body.subarray(size))
  if (fault === 'lost') return void request.socket.destroy()
  if (result) sendMetadata(response, result)
  response.end()
}

/** Makes a change. @returns what the service says of it */
function change(
  { method, object = '', objects, uploadId = '' }: R2Request,
  file: Buffer,
): object | undefined {
  switch (method) {
    case 'put':
      r2.files.set(object, file)
      return metadataOf(object, file)
    case 'delete':
      for (const key of objects ?? [object]) r2.files.delete(key)
      return undefined
    case 'createMultipartUpload': {
      const id = `upload${uploads++}`
      r2.open.set(id, [])
      return { uploadId: id }
    }
    case 'uploadPart':
      r2.open.get(uploadId)?.push(file)
      return { etag: 'part' }
    case 'completeMultipartUpload': {
      const whole = Buffer.concat(r2.open.get(uploadId) ?? [])
      r2.open.delete(uploadId)
      r2.files.set(object, whole)
      return metadataOf(object, whole)
    }
    default:
      r2.open.delete(uploadId)
      return undefined
  }
}
