import { own } from '../own.ts'
import { isWithinRating } from '../schema/choices.ts'

type Named = { name: string; names?: Readonly<Record<string, string>> | undefined }

/** A category's name in a language (`de`, `pt-BR`), else as it is. */
export function localName({ name, names = {} }: Named, lang: string | undefined): string {
  const code = lang?.toLowerCase().replace('_', '-') ?? ''
  return own(names, code) || own(names, code.split('-')[0] ?? '') || name
}

type Holding = { holds?: Readonly<Record<string, string>> | undefined }

/** Whether a search for a category may find items of a kind, up to a rating. Of another provider's it is not known. */
export function holdsKind({ holds }: Holding, kind: string, rating: string | undefined): boolean {
  if (!holds) return true
  const least = own(holds, kind)
  return least !== undefined && isWithinRating(least, rating)
}
