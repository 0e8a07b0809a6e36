import { POPUP_PX } from '../limits.ts'

/** What is shared: the item's page, its name, and a picture of it ('' where it has none). */
export type Shared = { url: string; title: string; poster: string }

export type Network = {
  id: 'facebook' | 'twitter' | 'pinterest' | 'tumblr' | 'reddit'
  name: string
  /** The page that shares, and which of its parameters takes what. */
  page: string
  fields: Readonly<Record<string, keyof Shared>>
  popup: readonly [number, number]
}

const popup = POPUP_PX.standard

/** §9 Social links, in the order they are shown. */
export const NETWORKS: readonly Network[] = [
  {
    id: 'facebook',
    name: 'Facebook',
    page: 'https://www.facebook.com/sharer/sharer.php',
    fields: { u: 'url' },
    popup,
  },
  {
    id: 'twitter',
    name: 'Twitter',
    page: 'https://twitter.com/intent/tweet',
    fields: { url: 'url', text: 'title' },
    popup: POPUP_PX.twitter,
  },
  {
    id: 'pinterest',
    name: 'Pinterest',
    page: 'https://www.pinterest.com/pin/create/button/',
    fields: { url: 'url', media: 'poster', description: 'title' },
    popup,
  },
  {
    id: 'tumblr',
    name: 'Tumblr',
    page: 'https://www.tumblr.com/widgets/share/tool',
    fields: { canonicalUrl: 'url', title: 'title' },
    popup,
  },
  {
    id: 'reddit',
    name: 'Reddit',
    page: 'https://www.reddit.com/submit',
    fields: { url: 'url', title: 'title' },
    popup,
  },
]

/** The network's page with what is shared; every value is encoded, an empty one is left out. */
export function shareLink({ page, fields }: Network, shared: Shared): string {
  const query = new URLSearchParams()
  for (const [name, field] of Object.entries(fields)) {
    if (shared[field]) query.set(name, shared[field])
  }
  // A plus is a space in forms alone; not every reader of a link takes it for one.
  return `${page}?${query.toString().replaceAll('+', '%20')}`
}
