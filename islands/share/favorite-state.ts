/** §4 The favourite button's states, by what a press would do; `active` is the moment of becoming a favourite. */
export type FavoriteState = 'favorite' | 'active' | 'unfavorite'

/** Found stored; pressed; the animation over; the press refused by what stores it. */
export type FavoriteEvent = 'keep' | 'press' | 'settle' | 'refuse'

const NEXT: Record<FavoriteState, Record<FavoriteEvent, FavoriteState>> = {
  favorite: { keep: 'unfavorite', press: 'active', settle: 'favorite', refuse: 'unfavorite' },
  active: { keep: 'active', press: 'favorite', settle: 'unfavorite', refuse: 'favorite' },
  unfavorite: { keep: 'unfavorite', press: 'favorite', settle: 'unfavorite', refuse: 'favorite' },
}

export const nextFavorite = (state: FavoriteState, event: FavoriteEvent): FavoriteState => NEXT[state][event]
