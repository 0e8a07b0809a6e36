import type { Clip } from './clip.ts'
import { type Caption, type Cut, NO_CAPTION, ratioBox, wholeCut } from './cut.ts'

/** The form's fields have the names of what they choose (`worker/people/cut-dialog.tsx`). */
const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

const CAPTION_FIELDS = Object.keys(NO_CAPTION) as (keyof Caption)[]

const readCaption = (form: HTMLFormElement): Caption =>
  Object.fromEntries(CAPTION_FIELDS.map((name) => [name, fieldOf(form, name).value])) as Caption

/** The ratio that a crop keeps; undefined for any. */
export const ratioOf = (form: HTMLFormElement): number | undefined =>
  Number(fieldOf(form, 'ratio').value) || undefined

/** Says that a crop has been moved by hand. */
export function freeRatio(form: HTMLFormElement): void {
  if (fieldOf(form, 'ratio').value === 'whole') fieldOf(form, 'ratio').value = 'free'
}

/** The whole clip, or as much of it as a file may have. */
export const longestCut = (clip: Clip): Cut =>
  wholeCut(clip, clip.marks[Math.min(clip.most, clip.marks.length - 1)] ?? 0)

/** Shows a cut in the fields. */
export function fillFields(form: HTMLFormElement, { marks, width, height }: Clip, cut: Cut): void {
  const last = marks.length - 1
  for (const name of ['start', 'end'] as const) {
    const field = fieldOf(form, name)
    field.max = String(last)
    field.value = String(marks.indexOf(cut[name]))
  }
  for (const name of CAPTION_FIELDS) fieldOf(form, name).value = cut.caption[name]
  const isWhole = cut.crop.width === width && cut.crop.height === height
  fieldOf(form, 'ratio').value = isWhole ? 'whole' : 'free'
}

/** The part that two handles choose: one frame at least, at most as many places as there may be. The one that is moved leads. */
export function partOf(start: number, end: number, last: number, most: number, leads: 'start' | 'end') {
  if (leads === 'start') {
    const from = Math.min(start, last - 1)
    return [from, Math.min(Math.max(end, from + 1), from + most)] as const
  }
  const to = Math.max(end, 1)
  return [Math.max(Math.min(start, to - 1), to - most), to] as const
}

/** The cut that the fields choose now. @param name of the field that has changed */
export function readFields(form: HTMLFormElement, clip: Clip, cut: Cut, name: string): Cut {
  const { marks, most } = clip
  if (name === 'start' || name === 'end') {
    const [start, end] = [fieldOf(form, 'start'), fieldOf(form, 'end')]
    const [from, to] = partOf(Number(start.value), Number(end.value), marks.length - 1, most, name)
    start.value = String(from)
    end.value = String(to)
    return { ...cut, start: marks[from] ?? 0, end: marks[to] ?? 0 }
  }
  if (name === 'ratio') {
    const ratio = ratioOf(form)
    if (ratio) return { ...cut, crop: ratioBox(clip, ratio) }
    return fieldOf(form, 'ratio').value === 'whole' ? { ...cut, crop: longestCut(clip).crop } : cut
  }
  return { ...cut, caption: readCaption(form) }
}
