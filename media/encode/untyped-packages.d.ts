/** The part of the encoder that we call; its own types need those of a browser build. */
declare module 'h264-mp4-encoder' {
  export type Encoder = {
    width: number
    height: number
    frameRate: number
    speed: number
    quantizationParameter: number
    groupOfPictures: number
    outputFilename: string
    initialize(): void
    addFrameRgba(rgba: Uint8Array): void
    finalize(): void
    delete(): void
    FS: { readFile(name: string): Uint8Array; unlink(name: string): void }
  }
  const encoder: { createH264MP4Encoder(): Promise<Encoder> }
  export default encoder
}
