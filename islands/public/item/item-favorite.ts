import { type FavoriteWords, startFavoriteToggle } from '../../favorites/favorite-toggle.ts'
import { openFavorite } from '../../favorites/open-favorite.ts'

/** Where a frame of another site leads (`keepHref`). */
const SENT = '#favorite'

// The favorite of an item's page.
const control = document.querySelector<HTMLElement>('[data-favorite]')
const button = control?.querySelector('button')
if (control && button) start(control, button)

async function start({ dataset }: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const words = JSON.parse(dataset.words ?? '') as FavoriteWords
  const said = document.querySelector<HTMLElement>('.favorite-said')
  const status = said?.querySelector('span')
  const say = (text: string) => {
    if (!said || !status) return
    said.hidden = false
    status.textContent = text
  }
  const stored = await openFavorite(dataset.favorite ?? '')
  const set = startFavoriteToggle({ button, stored, words, say })
  if (location.hash !== SENT) return
  // Done once: neither a reload nor the way back does it again.
  history.replaceState(history.state, '', location.pathname + location.search)
  button.focus()
  if (stored.favorite) return say(stored.place === 'browser' ? words.kept : words.added)
  // T19, T20: another site can send somebody here too. Only a visitor's own list takes what an embed of ours sends.
  if (stored.place === 'browser' && document.referrer.startsWith(`${location.origin}/embed/`)) await set(true)
  else say(words.press)
}
