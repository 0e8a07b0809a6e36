/** What a file claims of itself, read by walking its blocks; nothing is decompressed. */
export type MediaHeader = { width: number; height: number; frames: number }
