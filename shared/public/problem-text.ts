import { interpolate } from '../texts/interpolate.ts'
import type { PublicTexts } from '../texts/public/en.ts'
import type { FieldProblem } from './builder-problem.ts'
import type { ItemProblem } from './pasted-item.ts'

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
