import { trackingAllowed } from '../../track/privacy.ts'

// §7 The share-analytics call of an item's page: what is taken along, once a page. It waits for nothing, and leaves without
// credentials.
const block = document.querySelector<HTMLElement>('.item-share')
if (block && trackingAllowed(block)) {
  const sent = new Set<string>()
  const count = ({ target }: Event) => {
    const { type } = (target as HTMLElement).dataset
    if (!type || sent.has(type)) return
    sent.add(type)
    fetch('/gateway/analytics/share', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ shareType: type, gifId: block.dataset.tracking }),
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {})
  }
  // The second is what the buttons say (`../share-fields.ts`); keys and menus are the browser's own event.
  for (const event of ['copy', 'copied']) document.addEventListener(event, count)
}
