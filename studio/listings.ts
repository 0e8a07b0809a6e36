import type { Manifest, ManifestCategory, ManifestChannel, ManifestItem } from '../media/manifest/manifest.ts'
import { categoryNames } from './category-names.ts'
import { HITS } from './tags.ts'
import { TERMS } from './words.ts'

type ChannelSketch = Omit<ManifestChannel, 'gifs' | 'short_display_name'> & {
  holds: (item: ManifestItem) => boolean
}

const by = (username: string) => (item: ManifestItem) => item.username === username
const inCategory = (category: string) => (item: ManifestItem) =>
  item.categories.some((path) => path.startsWith(category))
const and =
  (a: (item: ManifestItem) => boolean, b: (item: ManifestItem) => boolean) => (item: ManifestItem) =>
    a(item) && b(item)

const CHANNELS: readonly ChannelSketch[] = [
  {
    id: 1,
    slug: 'loop-lab',
    display_name: 'Loop Lab',
    description: 'Everything from the lab.',
    username: 'looplab',
    holds: by('looplab'),
  },
  {
    id: 2,
    parent: 1,
    slug: 'loop-lab-reactions',
    display_name: 'Lab Reactions',
    description: 'Yes, no, wow and why.',
    username: 'looplab',
    holds: inCategory('reactions/'),
  },
  {
    id: 3,
    parent: 2,
    slug: 'loop-lab-applause',
    display_name: 'Applause',
    description: 'Well done, all of you.',
    username: 'looplab',
    holds: inCategory('reactions/applause'),
  },
  {
    id: 4,
    parent: 1,
    slug: 'loop-lab-food',
    display_name: 'Lab Kitchen',
    description: 'Steam, crumbs and bubbles.',
    username: 'looplab',
    holds: inCategory('food/'),
  },
  {
    id: 10,
    slug: 'fluent-friends',
    display_name: 'Fluent Friends',
    description: 'All the animated emoji.',
    username: 'fluentfriends',
    holds: by('fluentfriends'),
  },
  {
    id: 11,
    parent: 10,
    slug: 'fluent-animals',
    display_name: 'Animals',
    description: 'Fur, feathers and fins.',
    username: 'fluentfriends',
    holds: and(by('fluentfriends'), inCategory('animals/')),
  },
  {
    id: 12,
    parent: 11,
    slug: 'fluent-sea',
    display_name: 'Sea Life',
    description: 'Below the waves.',
    username: 'fluentfriends',
    holds: and(by('fluentfriends'), inCategory('animals/sea')),
  },
  {
    id: 13,
    parent: 10,
    slug: 'fluent-celebrations',
    display_name: 'Celebrations',
    description: 'Cake, confetti and cheers.',
    username: 'fluentfriends',
    holds: and(by('fluentfriends'), inCategory('celebrate/')),
  },
  {
    id: 20,
    slug: 'pixel-garden',
    display_name: 'Pixel Garden',
    description: 'Patterns and geometry.',
    username: 'pixelgarden',
    holds: inCategory('abstract/'),
  },
  {
    id: 30,
    slug: 'soft-shapes',
    display_name: 'Soft Shapes',
    description: 'Round things with feelings.',
    username: 'softshapes',
    holds: by('softshapes'),
  },
  {
    id: 40,
    slug: 'night-owl',
    display_name: 'Night Owl',
    description: 'Skies, stars and sleep.',
    username: 'nightowl',
    holds: inCategory('nature/sky'),
  },
]

/** The channels with their items, most trending first. */
export function listChannels(items: readonly ManifestItem[]): ManifestChannel[] {
  const ranked = [...items].sort((a, b) => b.trending - a.trending)
  return CHANNELS.map(({ holds, ...channel }) => ({
    ...channel,
    short_display_name: channel.display_name,
    gifs: ranked.filter(holds).map((item) => item.id),
  }))
}

/** The categories of all items, the largest first, each with a picture rated g and of its own where there is one. */
export function listCategories(items: readonly ManifestItem[]): ManifestCategory[] {
  const groups = new Map<string, { subcategories: Set<string>; items: ManifestItem[] }>()
  for (const item of items) {
    for (const path of item.categories) {
      const [category = '', subcategory = ''] = path.split('/')
      const group = groups.get(category) ?? { subcategories: new Set(), items: [] }
      groups.set(category, group)
      group.subcategories.add(subcategory)
      group.items.push(item)
    }
  }
  const taken = new Set<string>()
  return [...groups]
    .sort(([, a], [, b]) => b.items.length - a.items.length)
    .map(([name_encoded, group]) => ({
      ...categoryNames(name_encoded),
      name_encoded,
      subcategories: [...group.subcategories]
        .sort()
        .map((sub) => ({ ...categoryNames(sub), name_encoded: sub })),
      gif: pictureOf(group.items, taken),
    }))
}

/** The id of the item that trends most among those without a picture elsewhere. */
function pictureOf(items: readonly ManifestItem[], taken: Set<string>): string {
  const harmless = items.filter((item) => item.rating === 'g')
  const ranked = (harmless.length > 0 ? harmless : [...items]).sort((a, b) => b.trending - a.trending)
  const { id = '' } = ranked.find((item) => !taken.has(item.id)) ?? ranked[0] ?? {}
  taken.add(id)
  return id
}

/** The terms that as many items have among their tags as a suggestion promises. */
export function seedSearches(items: readonly ManifestItem[]): Manifest['searches'] {
  const found = (term: string): number => items.filter(({ tags }) => tags.includes(term)).length
  return TERMS.filter((term) => found(term) >= HITS).map((term, i) => ({ term, weight: 100 - i * 3 }))
}
