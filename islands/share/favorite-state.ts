/** §4 The favourite button's states, by what a press would do; `active` is the moment of becoming a favourite. */
export type FavoriteState = 'favorite' | 'active' | 'unfavorite'

/** Pressed; the animation over; the press refused by the site. */
export type FavoriteEvent = 'press' | 'settle' | 'refuse'

const NEXT: Record<FavoriteState, Record<FavoriteEvent, FavoriteState>> = {
  favorite: { press: 'active', settle: 'favorite', refuse: 'unfavorite' },
  active: { press: 'favorite', settle: 'unfavorite', refuse: 'favorite' },
  unfavorite: { press: 'favorite', settle: 'unfavorite', refuse: 'favorite' },
}

export const nextFavorite = (state: FavoriteState, event: FavoriteEvent): FavoriteState => NEXT[state][event]
