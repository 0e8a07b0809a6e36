import type { ShareType } from '../../../shared/limits.ts'
import { postShare } from '../../track/post-share.ts'
import { trackingAllowed } from '../../track/privacy.ts'

// §7 The share-analytics call of an item's page: what is taken along, once a page.
const block = document.querySelector<HTMLElement>('.item-share')
if (block && trackingAllowed(block)) {
  const sent = new Set<string>()
  const count = ({ target }: Event) => {
    // The server wrote it (`worker/public/parts/copy-field.tsx`).
    const type = (target as HTMLElement).dataset.type as ShareType | undefined
    if (!type || sent.has(type)) return
    sent.add(type)
    postShare(type, block.dataset.tracking ?? '')
  }
  // The second is what the buttons say (`../share-fields.ts`); keys and menus are the browser's own event.
  for (const event of ['copy', 'copied']) document.addEventListener(event, count)
  for (const link of block.querySelectorAll('a[data-type]')) link.addEventListener('click', count)
}
