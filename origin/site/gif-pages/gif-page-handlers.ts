import type { SiteHandlers } from '../site-handlers.ts'
import { analyticHandlers } from './gif-analytic.ts'
import { instashareHandlers } from './instashare.ts'
import { languageTagHandlers } from './language-tags.ts'
import { metadataHandlers } from './metadata.ts'
import { trendingHandlers } from './trending-gifs.ts'
import { tweetHandlers } from './tweet.ts'

/** §7 GIF pages: what is known of an item, its words in other languages, and sharing it. */
export const gifPageHandlers = {
  ...metadataHandlers,
  ...languageTagHandlers,
  ...trendingHandlers,
  ...analyticHandlers,
  ...instashareHandlers,
  ...tweetHandlers,
} satisfies SiteHandlers
