/** The part of the encoder that we call; the package has no types. */
declare module 'gifenc/dist/gifenc.esm.js' {
  export type Palette = number[][]
  type FrameOptions = {
    palette: Palette
    transparent: boolean
    transparentIndex: number
    /** In ms. */
    delay: number
    repeat?: number
    dispose: number
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }
  export function quantize(rgba: Uint8Array, most: number, options: { format: 'rgb565' }): Palette
}
