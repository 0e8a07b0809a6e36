import { useEffect, useRef, useState } from 'react'
import { isOwnPage, keepHref, type OpenFavorite, openFavorite } from '../favorites/favorites.ts'
import { ShareIcon } from './share-button.tsx'

type Props = {
  id: string
  texts: Record<'favorite' | 'favoriteAdded' | 'favoriteRemoved' | 'favoriteFailed', string>
  onPress: () => void
}

/** §4 The favorite button. In another site's frame a link to the item's page: no storage there, and presses unseen (T20). */
export const FavoriteButton = (props: Props) => {
  const [isOwn] = useState(isOwnPage)
  return isOwn ? <FavoriteSwitch {...props} /> : <FavoriteLink {...props} />
}

function FavoriteLink({ id, texts, onPress }: Props) {
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
      <Label text={texts.favorite} />
    </a>
  )
}

function FavoriteSwitch({ id, texts, onPress }: Props) {
  // `active` is the moment of becoming a favorite.
  const [{ favorite, active, said }, show] = useState({ favorite: false, active: false, said: '' })
  const isBusy = useRef(false)
  const [stored, setStored] = useState<OpenFavorite>()
  useEffect(() => {
    openFavorite(id).then((found) => {
      setStored(found)
      if (found.favorite) show((now) => ({ ...now, favorite: true }))
    })
  }, [id])

  const press = async () => {
    // One request at a time: a response then always belongs to the last press.
    if (!stored || isBusy.current) return
    isBusy.current = true
    const next = !favorite
    show({ favorite: next, active: next, said: next ? texts.favoriteAdded : texts.favoriteRemoved })
    onPress()
    const refused = { favorite, active: false, said: texts.favoriteFailed }
    await stored.save(next).catch(() => show(refused))
    isBusy.current = false
  }
  return (
    <>
      <button
        type="button"
        className="share-favorite"
        // By what a press would do.
        data-state={active ? 'active' : favorite ? 'unfavorite' : 'favorite'}
        aria-pressed={favorite}
        disabled={!stored}
        onClick={press}
        onAnimationEnd={() => show((now) => ({ ...now, active: false }))}
      >
        <Label text={texts.favorite} />
      </button>
      <span role="status" className={said === texts.favoriteFailed ? 'share-failed' : 'name-of'}>
        {said}
      </span>
    </>
  )
}

const Label = ({ text }: { text: string }) => (
  <>
    <ShareIcon name="heart" />
    <span className="share-text">{text}</span>
  </>
)
