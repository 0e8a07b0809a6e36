import type { Upload } from './upload-queue.ts'

type Words = Readonly<Record<string, string>>

const MEBI = 1024 * 1024
const TAGS_MAX = { count: 40, chars: 100 }

/** Whether a field of tags holds what `POST /v1/gifs` takes. */
export function areTags(text: string): boolean {
  const tags = text.split(',')
  return tags.length <= TAGS_MAX.count && tags.every((tag) => tag.trim().length <= TAGS_MAX.chars)
}

/** Says how far an upload is. @param words those of people's pages (`shared/texts/people/`) */
export function uploadWords(words: Words, language: string): (upload: Upload) => string {
  const inUnit = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits })
  const [megabytes, kilobytes] = [inUnit('megabyte', 1), inUnit('kilobyte', 0)]
  const sizeOf = (bytes: number) =>
    bytes < MEBI ? kilobytes.format(Math.ceil(bytes / 1024)) : megabytes.format(bytes / MEBI)
  const say = (name: string) => words[name] ?? ''
  return ({ source: { file }, now }) => {
    switch (now.state) {
      case 'ready':
      case 'queued':
        return [say('uploadReady'), file && sizeOf(file.size)].filter(Boolean).join(' · ')
      case 'sending':
        if (now.sent >= now.total || !file) return say('uploadChecking')
        return say('uploadSending').replace('{sent}', sizeOf(now.sent)).replace('{size}', sizeOf(now.total))
      case 'waiting':
        return say('uploadWaiting')
      case 'wrong':
        return say(now.problem)
      case 'done':
        return now.sizes ? `${say('uploadDone')}. ${say(now.sizes)}` : say('uploadKnown')
    }
  }
}
