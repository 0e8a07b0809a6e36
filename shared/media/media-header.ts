/** What a file claims to contain, read by walking its blocks; nothing is decompressed. */
export type MediaHeader = {
  width: number
  height: number
  frames: number
  durationMs: number
  /** Whether parts of the picture may be transparent. */
  isOpen: boolean
}
