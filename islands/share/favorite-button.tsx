import { useReducer, useState } from 'react'
import { nextFavorite } from './favorite-state.ts'
import { ShareIcon } from './share-icons.tsx'

type FavoriteButtonProps = {
  text: string
  /** The item's page, where an anonymous visitor can go on. */
  href: string
  /** For somebody who is known: whether it is a favourite, and the call that makes it one, or none. */
  favorite?: boolean
  save?: (favorite: boolean) => Promise<unknown>
  onPress: () => void
}

/** §4 The favourite button with its three states. An embed's visitors are anonymous: theirs is a plain link. */
export const FavoriteButton = ({ save, favorite = false, ...link }: FavoriteButtonProps) =>
  save ? <FavoriteSwitch {...link} favorite={favorite} save={save} /> : <FavoriteLink {...link} />

function FavoriteLink({ text, href, onPress }: FavoriteButtonProps) {
  const [active, setActive] = useState(false)
  const press = () => {
    setActive(true)
    onPress()
  }
  return (
    <a
      className="share-favorite"
      data-state={active ? 'active' : 'favorite'}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={press}
      onAnimationEnd={() => setActive(false)}
    >
      <ShareIcon name="heart" />
      <span className="share-text">{text}</span>
    </a>
  )
}

function FavoriteSwitch({
  text,
  favorite,
  save,
  onPress,
}: FavoriteButtonProps & Required<Pick<FavoriteButtonProps, 'save'>>) {
  const [state, send] = useReducer(nextFavorite, favorite ? 'unfavorite' : 'favorite')
  const [saving, setSaving] = useState(false)
  const press = async () => {
    // One request at a time: a response then always belongs to the last press.
    if (saving) return
    setSaving(true)
    send('press')
    onPress()
    await save(state === 'favorite').catch(() => send('refuse'))
    setSaving(false)
  }
  return (
    <button
      type="button"
      className="share-favorite"
      data-state={state}
      aria-pressed={state !== 'favorite'}
      onClick={press}
      onAnimationEnd={() => send('settle')}
    >
      <ShareIcon name="heart" />
      <span className="share-text">{text}</span>
    </button>
  )
}
