import type { Timed } from './cut.ts'

/** Writes a file frame by frame, from what is drawn. `frame` is in s from the file's beginning. */
export type Encoder = {
  add: (context: OffscreenCanvasRenderingContext2D, frame: Timed) => Promise<void>
  end: () => Promise<Blob>
  /** Frees what an encoder holds that was not ended. */
  cancel?: () => Promise<void>
}

/** What films need, which is fetched with the first of them (`film.ts`). */
export type FilmEncoder = (canvas: OffscreenCanvas) => Promise<Encoder>
