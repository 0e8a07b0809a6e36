import * as v from 'valibot'
import { languages } from '../../../shared/texts/languages.ts'
import type { SearchData } from './search-data.ts'

/** Reads a file of the build: the assets of a Worker. */
export type ReadFile = (path: string) => Promise<Response>

const Names = v.record(v.string(), v.string())
const NONE: ReadonlyMap<string, string> = new Map()

/** The names of emoji, kept once they are read. A search goes on without them: the next one tries again. */
function createEmoji(readFile: ReadFile | undefined): SearchData['emoji'] {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return async (lang) => {
    const found = known.get(lang)
    if (found || !readFile || !languages.some((one) => one === lang)) return found ?? NONE
    try {
      const response = await readFile(`/static/emoji/${lang}.json`)
      if (!response.ok) throw new Error(`status ${response.status}`)
      const names = new Map(Object.entries(v.parse(Names, await response.json())))
      known.set(lang, names)
      return names
    } catch (error) {
      console.error('names of emoji', lang, error)
      return NONE
    }
  }
}

/** The tables of words: code that the first search loads, and files of the build that the first emoji of a language does. */
export async function loadSearchData(readFile: ReadFile | undefined): Promise<SearchData> {
  const { readTables } = await import('./search-data.ts')
  return { ...readTables(), emoji: createEmoji(readFile) }
}
