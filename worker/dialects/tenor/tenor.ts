/** The handlers of Tenor v2 by their paths, as these are written (`docs/wire.md`, Tenor v2); KLIPY's Tenor-compatible base has the same. */
export { featured, search } from './lists.ts'
export { posts, registerShare as registershare } from './posts.ts'
export {
  autocomplete,
  categories,
  searchSuggestions as search_suggestions,
  trendingTerms as trending_terms,
} from './terms.ts'
