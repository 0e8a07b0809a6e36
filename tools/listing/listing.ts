import type { ManifestItem, MediaFile } from '../../media/manifest/manifest.ts'
import type { TagsByLanguage } from '../../shared/language-tags.ts'

/** What a list says of a file; what it leaves out is not said: the file's name, or a default, says it. */
export type Said = {
  id?: string | undefined
  slug?: string | undefined
  title?: string | undefined
  alt_text?: string | undefined
  tags?: string[] | undefined
  language_tags?: TagsByLanguage | undefined
  rating?: ManifestItem['rating'] | undefined
  type?: 'gif' | 'sticker' | 'text' | 'emoji' | undefined
  /** The page that it comes from. */
  source?: string | undefined
  film_url?: string | undefined
  film_start?: number | undefined
  /** The username of its author; '' for an item that is no one's. */
  author?: string | undefined
  import_datetime?: string | undefined
  weight?: number | undefined
}

/** Renditions that are there already, below the folder. */
export type Made = Pick<ManifestItem, 'type' | 'frames' | 'duration_ms' | 'renditions'>

/** A file of a folder: where it is, what is said of it, and its line in the list; 0 where there is none. */
export type Line = { line: number; name: string; path: string; said: Said; made?: Made }

export type BadLine = { line: number; why: string }

/** A picture of a person: one file, or an avatar that is cut already. */
type Picture = { file: string } | { cut: readonly MediaFile[] }

export type ListedPerson = {
  line: number
  username: string
  id?: string | undefined
  profile: {
    display_name?: string | undefined
    description?: string | undefined
    website_url?: string | undefined
    is_verified?: boolean | undefined
    is_public?: boolean | undefined
    suppress_chrome?: boolean | undefined
  }
  avatar?: Picture | undefined
  banner?: Picture | undefined
}

/** Items are meant by their names in the list: an id that it gives, or a file's name. */
export type ListedChannel = {
  line: number
  slug: string
  display_name: string
  short_display_name: string
  description: string
  /** Whose it is; who sends it, where it says nothing. */
  author?: string | undefined
  id?: number | undefined
  /** The slug of the one above. */
  parent?: string | undefined
  items: string[]
  /** Whether the list says how it is, or only names it: then one that is there keeps its name and description. */
  isSaid: boolean
}

export type ListedCategory = {
  line: number
  slug: string
  /** The slug of the one above. */
  parent: string | null
  name: string
  /** By language. */
  names?: Readonly<Record<string, string>> | undefined
  position?: number | undefined
  cover?: string | undefined
  items: string[]
  /** Whether the list says how it is, or only names it: then one that is there keeps its name, place, and cover. */
  isSaid: boolean
}

/** All that a folder is to bring into a library. What is wrong with a line refuses that line alone (F36). */
export type Listing = {
  lines: Line[]
  bad: BadLine[]
  people: ListedPerson[]
  channels: ListedChannel[]
  categories: ListedCategory[]
  /** Searches that are pinned, where staff pin none. */
  pinned: string[]
  /** Items that come first, where staff feature none. */
  featured: string[]
}

/** What an item is meant by in the list. */
export const nameOf = ({ said, name }: Pick<Line, 'said' | 'name'>): string => said.id ?? name

/** Whether a listing wants more than its sender's own items: staff alone bring that. */
export const wantsStaff = ({ lines, people, channels, categories, pinned, featured }: Listing): boolean =>
  people.length + channels.length + categories.length + pinned.length + featured.length > 0 ||
  lines.some(({ said }) => said.id ?? said.slug ?? said.author ?? said.import_datetime ?? said.weight)
