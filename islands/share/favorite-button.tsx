import { useEffect, useReducer, useRef, useState } from 'react'
import { isOwnPage, keepHref, type OpenFavorite, openFavorite } from '../favorites/favorites.ts'
import { ShareIcon } from './share-button.tsx'

type FavoriteButtonProps = {
  id: string
  texts: Record<'favorite' | 'favoriteAdded' | 'favoriteRemoved' | 'favoriteFailed', string>
  onPress: () => void
}

/**
 * §4 The favorite button with its three states. In a frame of another site it is a link to the item's page, which keeps
 * the favorite: our storage is not there, and a host could have it pressed unseen (T20).
 */
export const FavoriteButton = (props: FavoriteButtonProps) => {
  const [isOwn] = useState(isOwnPage)
  return isOwn ? <FavoriteSwitch {...props} /> : <FavoriteLink {...props} />
}

function FavoriteLink({ id, texts, onPress }: FavoriteButtonProps) {
  const [active, setActive] = useState(false)
  const press = () => {
    setActive(true)
    onPress()
  }
  return (
    <a
      className="share-favorite"
      data-state={active ? 'active' : 'favorite'}
      href={keepHref(id)}
      target="_blank"
      // No `noreferrer`: by it the item's page knows that the visitor comes from an embed.
      rel="noopener"
      onClick={press}
      onAnimationEnd={() => setActive(false)}
    >
      <ShareIcon name="heart" />
      <span className="share-text">{texts.favorite}</span>
    </a>
  )
}

function FavoriteSwitch({ id, texts, onPress }: FavoriteButtonProps) {
  const [state, send] = useReducer(nextFavorite, 'favorite')
  const [said, setSaid] = useState('')
  const isBusy = useRef(false)
  const [stored, setStored] = useState<OpenFavorite>()
  useEffect(() => {
    openFavorite(id).then((found) => {
      setStored(found)
      if (found.favorite) send('keep')
    })
  }, [id])

  const press = async () => {
    // One request at a time: a response then always belongs to the last press.
    if (!stored || isBusy.current) return
    isBusy.current = true
    const favorite = state === 'favorite'
    send('press')
    setSaid(favorite ? texts.favoriteAdded : texts.favoriteRemoved)
    onPress()
    await stored.save(favorite).catch(() => {
      send('refuse')
      setSaid(texts.favoriteFailed)
    })
    isBusy.current = false
  }
  return (
    <>
      <button
        type="button"
        className="share-favorite"
        data-state={state}
        aria-pressed={state !== 'favorite'}
        disabled={!stored}
        onClick={press}
        onAnimationEnd={() => send('settle')}
      >
        <ShareIcon name="heart" />
        <span className="share-text">{texts.favorite}</span>
      </button>
      <span role="status" className={said === texts.favoriteFailed ? 'share-failed' : 'name-of'}>
        {said}
      </span>
    </>
  )
}

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
