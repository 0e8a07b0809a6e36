import { own } from '../own.ts'
import { interpolate } from '../texts/languages.ts'
import type { PublicTexts } from '../texts/public/en.ts'
import { BUILDER_FIELDS, type OptionField, SOURCE_PATTERNS } from './builder-fields.data.ts'
import {
  type Form,
  FRAME_PX,
  isOfForm,
  numberIn,
  sizeChoice,
  sourceOf,
  surfaceOf,
} from './builder-snippet.ts'
import type { Control } from './control.ts'
import type { ItemProblem } from './pasted-item.ts'

/** A field whose value cannot be written: no number of its range, empty where it must not be, or of a wrong form. */
export type FieldProblem =
  | { field: string; text: 'outOfRange'; range: readonly [min: number, max: number] }
  | { field: string; text: 'valueMissing' | 'valueInvalid' }

/** The first field of the form that would be left out silently. Pure: server and browser share it. */
export function fieldProblem(
  form: Form,
  fields: readonly OptionField[] = BUILDER_FIELDS,
): FieldProblem | undefined {
  const surface = surfaceOf(form)
  return (
    (surface === 'embed' ? undefined : sourceProblem(form)) ??
    (sizeChoice(form) === 'own' ? rangeProblem(form, 'width', FRAME_PX.width, true) : undefined) ??
    (surface === 'embed' ? undefined : rangeProblem(form, 'height', FRAME_PX.height)) ??
    fields
      .filter(({ on }) => on.includes(surface))
      .map((field) => optionProblem(form, field))
      .find(Boolean)
  )
}

const given = (form: Form, name: string) => form.get(name)?.trim() ?? ''

function rangeProblem(
  form: Form,
  field: string,
  range: readonly [min: number, max: number],
  isNeeded = false,
): FieldProblem | undefined {
  const text = given(form, field)
  if (text === '' && !isNeeded) return undefined
  return numberIn(text, range) === undefined ? { field, text: 'outOfRange', range } : undefined
}

function optionProblem(form: Form, field: Control & { name: string }): FieldProblem | undefined {
  if (field.kind === 'number') return rangeProblem(form, field.name, field.range)
  const text = given(form, field.name)
  if (field.kind !== 'text' || text === '') return undefined
  return isOfForm(text, field) ? undefined : { field: field.name, text: 'valueInvalid' }
}

function sourceProblem(form: Form): FieldProblem | undefined {
  const pattern = own(SOURCE_PATTERNS, sourceOf(form))
  const text = given(form, 'value')
  if (pattern === undefined) return undefined
  if (text === '') return { field: 'value', text: 'valueMissing' }
  return isOfForm(text, { pattern }) ? undefined : { field: 'value', text: 'valueInvalid' }
}

const KEYS = [
  'itemEmpty',
  'itemInvalid',
  'itemForeign',
  'itemService',
  'itemUnknown',
  'findFailed',
  'outOfRange',
  'valueMissing',
  'valueInvalid',
  'previewSize',
  'previewFluid',
] as const satisfies (keyof PublicTexts)[]

/** The texts that the builder's script needs of its page's language. */
export type BuilderTexts = Pick<PublicTexts, (typeof KEYS)[number]>

export const builderTexts = (texts: PublicTexts): BuilderTexts =>
  Object.fromEntries(KEYS.map((key) => [key, texts[key]])) as BuilderTexts

/** What is wrong, and what to do about it, in the page's language. */
export function problemText(texts: BuilderTexts, problem: ItemProblem | FieldProblem): string {
  const [min, max] = 'range' in problem ? problem.range : ['', '']
  const service = 'service' in problem ? (problem.service ?? '') : ''
  return interpolate(texts[problem.text], { service, min, max })
}

type Shape = { width: number; height: number; fluid: boolean }

/** The size of the preview, which is the snippet's own. */
export const sizeText = (texts: BuilderTexts, { width, height, fluid }: Shape): string =>
  fluid ? texts.previewFluid : interpolate(texts.previewSize, { width, height })
