import { ByteReader } from './byte-reader.ts'

type PngChunk = { name: string; data: Buffer }

/** A PNG's chunks up to IEND; throws `truncated` when one reaches past the end of the file. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const reader = new ByteReader(bytes)
  reader.skip(8)
  for (;;) {
    const length = reader.u32be()
    const name = reader.text(4)
    const data = reader.bytes(length)
    reader.skip(4)
    yield { name, data }
    if (name === 'IEND') return
  }
}
