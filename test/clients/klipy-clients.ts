import { Klipy } from 'gif-picker-react/providers/klipy'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import type { Client } from './client.ts'

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => idOfSlug(id) ?? '')

/** The picker's part that asks. It names items by their slugs, and reads one page of 50. */
const picker: Client = {
  name: 'gif-picker-react, Klipy',
  open(base, key) {
    const klipy = Klipy(key, { baseUrl: `${base}/api/v1/`, customerId: 'somebody', locale: 'en_US' })
    return {
      pages: async (q) => [idsOf(await klipy.search(q))],
      trending: async () => idsOf(await klipy.getTrending()),
      categories: async () => (await klipy.getCategories()).map(({ name }) => name),
      async category(name) {
        const found = (await klipy.getCategories()).find((category) => category.name === name)
        return idsOf(await klipy.search(found?.searchTerm ?? ''))
      },
      async share(id, q) {
        const gif = (await klipy.search(q)).find((gif) => idOfSlug(gif.id) === id)
        if (gif) await klipy.onClick?.(gif, { searchTerm: q })
      },
    }
  },
  pages: false,
  does: ['categories', 'category', 'share'],
  told: {
    wrongKey: /^Klipy API request failed \(401 Unauthorized\)$/,
    down: /^Klipy API request failed \(502 Bad Gateway\)$/,
  },
}

export const KLIPY_CLIENTS: readonly Client[] = [picker]
