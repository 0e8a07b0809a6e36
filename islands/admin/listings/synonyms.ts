import type { OwnSynonym } from '../../../shared/schema/own/listings.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { client } from '../admin.tsx'
import type { Act } from './acts.ts'

type Fields = Omit<OwnSynonym, 'id'>

/** Makes a synonym. */
export function creationOf(fields: Fields, said: string): Act {
  let id = ''
  return {
    async go() {
      id = (await client.createSynonym(fields))?.id ?? ''
    },
    back: () => client.deleteSynonym({ id }),
    said,
  }
}

/** Changes a synonym. */
export const changingOf = ({ id, ...before }: OwnSynonym, fields: Fields, said: string): Act => ({
  go: () => client.updateSynonym({ id, ...fields }),
  back: () => client.updateSynonym({ id, ...before }),
  said,
})

/** Deletes a synonym; it comes back by another id. */
export function deletionOf({ id, ...fields }: OwnSynonym, said: string): Act {
  const creation = creationOf(fields, said)
  let first: string | undefined = id
  return {
    async go() {
      await (first === undefined ? creation.back() : client.deleteSynonym({ id: first }))
      first = undefined
    },
    back: creation.go,
    said,
  }
}

/** What the list is filtered and sorted by: the call gives all of them at once. */
// `lang` is the page's own.
export const SYNONYM_FILTERS = { q: '', language: ['', ...languages], sort: ['when', 'words'] } as const

type Asked = {
  q?: string
  language?: string
  sort?: 'when' | 'words'
  order?: 'asc' | 'desc'
  limit: number
  offset: number
}

/** A page of the synonyms with these words, of a language and any, in an order. */
export async function readSynonyms(
  { q = '', language, sort = 'when', order, limit, offset }: Asked,
  reading: { signal: AbortSignal },
) {
  const { results = [] } = (await client.synonyms({}, reading)) ?? {}
  const word = q.toLowerCase()
  const found = results.filter(
    (row) =>
      (!language || row.lang === language) &&
      [...row.words, ...row.means].some((each) => each.includes(word)),
  )
  // The newest are first.
  const sorted =
    sort === 'words' ? found.toSorted((a, b) => b.words.join().localeCompare(a.words.join())) : found
  const all = order === 'asc' ? sorted.toReversed() : sorted
  return { results: all.slice(offset, offset + limit), count: all.length }
}
