/** The handlers of Tenor v2 by their paths (`docs/wire.md`, Tenor v2); KLIPY's Tenor-compatible base has the same. */
export { featured, search } from './lists.ts'
export { posts, registerShare } from './posts.ts'
export { autocomplete, categories, searchSuggestions, trendingTerms } from './terms.ts'
