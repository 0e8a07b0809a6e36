import { escapeHtml } from '../html.ts'
import type { PickedGif } from './picked-gif.ts'
import { fileUrl } from './picker-gif.ts'

/** A picture in Markdown, which shows the moving picture wherever it is pasted. https://spec.commonmark.org/0.31.2/#images */
export const markdownOf = (gif: PickedGif): string =>
  `![${inBrackets(gif.alt)}](<${fileUrl(gif).replace(/[<>]/g, encodeURIComponent)}>)`

// A backslash makes every mark of punctuation a plain one: https://spec.commonmark.org/0.31.2/#backslash-escapes
const inBrackets = (text: string): string => text.replace(/[\\[\]<>`*_!&]/g, '\\$&')

/** What is dragged out of the picker, by its type: a link, and a picture where the place takes one. */
export function draggedData(gif: PickedGif): Readonly<Record<string, string>> {
  const file = fileUrl(gif)
  return {
    'text/uri-list': file,
    'text/plain': file,
    'text/html': `<img src="${escapeHtml(file)}" alt="${escapeHtml(gif.alt)}" width="${gif.width}" height="${gif.height}">`,
  }
}
