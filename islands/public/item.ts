import type { ShareType } from '../../shared/limits.ts'
import { firstTimes } from '../dom/page.ts'
import { type FavoriteWords, openFavorite, startFavoriteToggle } from '../favorites/favorites.ts'
import { postShare, trackingAllowed } from '../track/privacy.ts'

/** Where a frame of another site leads (`keepHref`). */
const SENT = '#favorite'

// What an item's page does beyond what every public page does.
const favorite = document.querySelector<HTMLElement>('[data-favorite]')
const favoriteButton = favorite?.querySelector('button')
if (favorite && favoriteButton) startFavorite(favorite, favoriteButton)
const shares = document.querySelector<HTMLElement>('.item-share')
if (shares && trackingAllowed(shares)) countShares(shares)
const native = document.querySelector<HTMLElement>('[data-action="share"]')
if (native && 'share' in navigator) startNativeShare(native)

async function startFavorite({ dataset }: HTMLElement, button: HTMLButtonElement): Promise<void> {
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
  // T19, T20: another site can send a visitor here too. Only a visitor's own list takes what one of our embeds sends.
  if (stored.place === 'browser' && document.referrer.startsWith(`${location.origin}/embed/`)) await set(true)
  else say(words.press)
}

/** §7 The share-analytics call of an item's page: what is taken along, once a page. */
function countShares(block: HTMLElement): void {
  const isFirst = firstTimes()
  const count = ({ target }: Event) => {
    // The server wrote it (`worker/public/layout/parts.tsx`).
    const type = (target as HTMLElement).dataset.type as ShareType | undefined
    if (type && isFirst(type)) postShare(type, block.dataset.tracking ?? '')
  }
  // The second is what the buttons say (`public.ts`); keys and menus are the browser's own event.
  for (const event of ['copy', 'copied']) document.addEventListener(event, count)
  for (const link of block.querySelectorAll('a[data-type]')) link.addEventListener('click', count)
}

/** The device's own share menu, where the browser has one. */
function startNativeShare(button: HTMLElement): void {
  const { title = '', url = '' } = button.dataset
  button.parentElement?.removeAttribute('hidden')
  // Closing the menu is a refusal, and no fault.
  button.addEventListener('click', () => void navigator.share({ title, url }).catch(() => {}))
}
