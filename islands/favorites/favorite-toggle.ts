import { Full, type OpenFavorite } from './open-favorite.ts'

/** What a control of favorites says. `press` is for who was sent to it and has to press it. */
export type FavoriteWords = Record<'added' | 'kept' | 'removed' | 'failed' | 'full' | 'press', string>

type Toggle = {
  button: HTMLButtonElement
  stored: OpenFavorite
  words: FavoriteWords
  /** Takes what to say of each change, and of one that was refused. */
  say: (text: string, favorite: boolean) => void
}

/**
 * §4 Makes a button with `aria-pressed` an item's favorite: it shows each press at once, and takes it back where it is
 * refused. Gives the way to do the same without a press.
 */
export function startFavoriteToggle({
  button,
  stored,
  words,
  say,
}: Toggle): (favorite: boolean) => Promise<void> {
  let favorite = stored.favorite
  let isBusy = false
  const show = (next: boolean) => {
    favorite = next
    button.setAttribute('aria-pressed', String(next))
  }
  const set = async (next: boolean) => {
    // One request at a time: a response then always belongs to the last press.
    if (isBusy || next === favorite) return
    isBusy = true
    show(next)
    button.toggleAttribute('data-active', next)
    say(next ? (stored.place === 'browser' ? words.kept : words.added) : words.removed, next)
    await stored.save(next).catch((error) => {
      show(!next)
      say(error instanceof Full ? words.full : words.failed, !next)
    })
    isBusy = false
  }
  show(favorite)
  button.disabled = false
  button.addEventListener('click', () => set(!favorite))
  button.addEventListener('animationend', () => button.removeAttribute('data-active'))
  return set
}
