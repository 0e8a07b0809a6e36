import { CACHE_MS } from '../../shared/limits.ts'

const [USUAL_S, LIST_S] = [CACHE_MS.success / 1000, CACHE_MS.libraryList / 1000]

/** Seconds that browsers may keep the page of a list. @param freshFor of the read behind it, where there is one */
export const keptFor = (freshFor = USUAL_S): number => (freshFor <= LIST_S ? freshFor : USUAL_S)
