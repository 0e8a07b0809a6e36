import { MEBI } from '../../shared/media/limits.ts'
import { own } from '../../shared/own.ts'
import type { Upload } from './upload-queue.ts'

/** The first frame of a file, which never moves, as a square. What this browser cannot draw leaves the place empty. */
export async function drawFirstFrame(canvas: HTMLCanvasElement, file: Blob): Promise<void> {
  const side = 112
  canvas.width = side
  canvas.height = side
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return
  const { width, height } = bitmap
  const scale = side / Math.min(width, height)
  const size = [width * scale, height * scale] as const
  canvas.getContext('2d')?.drawImage(bitmap, (side - size[0]) / 2, (side - size[1]) / 2, ...size)
  bitmap.close()
}

/** Takes files dropped or pasted anywhere; `place` has `data-dragging` meanwhile. The result ends that. */
export function takeFiles(place: HTMLElement, add: (files: Iterable<File>) => void): () => void {
  const end = new AbortController()
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    hear: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, hear, { signal: end.signal })
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  listen('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    place.toggleAttribute('data-dragging', true)
  })
  listen('dragleave', (event) => {
    if (event.relatedTarget === null) place.removeAttribute('data-dragging')
  })
  listen('drop', (event) => {
    place.removeAttribute('data-dragging')
    if (!hasFiles(event)) return
    event.preventDefault()
    add(event.dataTransfer?.files ?? [])
  })
  listen('paste', (event) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    add(files)
  })
  return () => end.abort()
}

/** The texts of a page of uploads, by name. */
export type UploadWords = Readonly<Record<string, string>>

const TAGS_MAX = { count: 40, chars: 100 }

/** Whether a field of tags holds what `POST /v1/gifs` takes. */
export function areTags(text: string): boolean {
  const tags = text.split(',')
  return tags.length <= TAGS_MAX.count && tags.every((tag) => tag.trim().length <= TAGS_MAX.chars)
}

const joined = (text: string, more: string | undefined) => (more ? `${text} · ${more}` : text)

/** Says what has become of an upload, without how far its sizes are, which is said often. @param words as below */
export const outcomeOf = (words: UploadWords, { sizes, isHeld }: Extract<Upload['now'], { state: 'done' }>) =>
  (sizes ? words[isHeld ? 'uploadHeld' : 'uploadDone'] : words.uploadKnown) ?? ''

/** Says how far an upload is. @param words those of people's pages (`shared/texts/people/`) */
export function uploadWords(words: UploadWords, language: string): (upload: Upload) => string {
  const inUnit = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits })
  const [megabytes, kilobytes] = [inUnit('megabyte', 1), inUnit('kilobyte', 0)]
  const sizeOf = (bytes: number) =>
    bytes < MEBI ? kilobytes.format(Math.ceil(bytes / 1024)) : megabytes.format(bytes / MEBI)
  const say = (name: string) => own(words, name) ?? ''
  const sizesOf = (sizes: string, { made, planned } = { made: 0, planned: 0 }) =>
    made > 0 && planned > 0
      ? say('sizesCount').replace('{made}', String(made)).replace('{planned}', String(planned))
      : say(sizes)
  return ({ source: { file, isEdited }, now }) => {
    switch (now.state) {
      case 'ready':
      case 'queued':
        return joined(say(isEdited ? 'edited' : 'uploadReady'), file && sizeOf(file.size))
      case 'sending':
        if (now.sent >= now.total || !file) return say('uploadChecking')
        return say('uploadSending').replace('{sent}', sizeOf(now.sent)).replace('{size}', sizeOf(now.total))
      case 'waiting':
        return say('uploadWaiting')
      case 'wrong':
        return say(now.problem)
      case 'done':
        return joined(outcomeOf(words, now), now.sizes && sizesOf(now.sizes, now.count))
    }
  }
}
