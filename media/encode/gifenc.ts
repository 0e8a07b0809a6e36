import { createRequire } from 'node:module'

export type Palette = number[][]

type FrameOptions = {
  palette?: Palette
  transparent?: boolean
  transparentIndex?: number
  /** Milliseconds. */
  delay?: number
  repeat?: number
  dispose?: number
  colorDepth?: number
}

type Encoder = {
  writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void
  finish(): void
  bytes(): Uint8Array
}

type Gifenc = {
  GIFEncoder(): Encoder
  quantize(rgba: Uint8Array, maxColors: number, options?: { format?: 'rgb565' | 'rgb444' }): Palette
}

/** The package has no types; Node and vitest read its CommonJS exports differently, and `require` alike. */
export const { GIFEncoder, quantize }: Gifenc = createRequire(import.meta.url)('gifenc')
