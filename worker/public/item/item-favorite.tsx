import type { FavoriteWords } from '../../../islands/favorites/favorite-toggle.ts'
import { HeartIcon } from '../layout/icons.tsx'
import type { PageContext } from '../layout/page-context.ts'

/** What a control of favorites says, for its script. */
export const favoriteWords = ({ texts, playerTexts }: PageContext): FavoriteWords => ({
  added: playerTexts.favoriteAdded,
  kept: texts.favoriteKept,
  removed: playerTexts.favoriteRemoved,
  failed: playerTexts.favoriteFailed,
  full: texts.favoritesFull,
  press: texts.favoritePress,
})

/** §4 The favorite of an item; `#favorite` leads here from frames of other sites (`islands/public/item/item-favorite.ts`). */
export const ItemFavorite = ({ context, id }: { context: PageContext; id: string }) => (
  <div
    id="favorite"
    className="favorite"
    data-favorite={id}
    data-words={JSON.stringify(favoriteWords(context))}
  >
    {/* Whose favorite it would be is asked first: until then a press would be lost. */}
    <button type="button" className="favorite-button" aria-pressed="false" disabled>
      <HeartIcon />
      <span>{context.playerTexts.favorite}</span>
    </button>
    <p className="favorite-said" hidden>
      <span role="status" /> <a href={context.to('/favorites')}>{context.texts.favorites}</a>
    </p>
  </div>
)
