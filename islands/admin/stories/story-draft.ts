import type { SeenStory } from '../../../shared/calls/gateway.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.data.ts'

/** A story as its form has it. */
export type Draft = {
  title: string
  /** '' for one that its title will give. */
  slug: string
  caption: string
  /** Joined by commas. */
  tags: string
  /** Ids, in the story's order. */
  gifs: readonly string[]
  /** One of `gifs`, or '' for the first. */
  cover: string
}
type DraftName = keyof Draft

export const NEW_DRAFT: Draft = { title: '', slug: '', caption: '', tags: '', gifs: [], cover: '' }

export const draftOf = ({ title, slug, caption, tags, gifs, cover_gif }: Story): Draft => ({
  title,
  slug,
  caption,
  tags: tags.join(', '),
  gifs: gifs.map(({ id }) => id),
  cover: cover_gif?.id ?? '',
})

/** What `createStory` takes of texts and lists. */
const MAX = { gifs: 100, tags: 100, tag: 100 } as const
const SLUG = /^[A-Za-z0-9_-]{0,64}$/

// As the call has them: one that is typed twice is twice in the text too.
const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

type Problem = keyof AdminTexts['stories']

/** What is wrong with a draft, by field. */
export function problemsOf({ title, slug, tags, gifs }: Draft): Partial<Record<DraftName, Problem>> {
  const words = tagsOf(tags)
  const areTags = words.length <= MAX.tags && words.every(({ length }) => length <= MAX.tag)
  const checks: (readonly [field: DraftName, isFine: boolean, problem: Problem])[] = [
    ['title', title.trim() !== '', 'titleNeeded'],
    ['slug', SLUG.test(slug.trim()), 'slugWrong'],
    ['tags', areTags, 'tagsWrong'],
    ['gifs', gifs.length > 0, 'gifsNeeded'],
    ['gifs', gifs.length <= MAX.gifs, 'full'],
  ]
  return Object.fromEntries(
    checks.filter(([, isFine]) => !isFine).map(([field, , problem]) => [field, problem]),
  )
}

const FIELDS = Object.keys(NEW_DRAFT) as DraftName[]

/** The fields in which two drafts differ. */
export const changedFields = (draft: Draft, base: Draft): DraftName[] =>
  FIELDS.filter((field) => String(draft[field]) !== String(base[field]))

type Input = Omit<SeenStory, 'tags'> & { tags?: string }

const coverOf = (cover: string): Input => (cover ? { cover_gif: cover } : {})

const INPUT: Readonly<Record<DraftName, (draft: Draft) => Input>> = {
  title: ({ title }) => ({ title: title.trim() }),
  slug: ({ slug }) => (slug.trim() ? { slug: slug.trim() } : {}),
  caption: ({ caption }) => ({ caption: caption.trim() }),
  // The call takes no empty list; a blank is no tag.
  tags: ({ tags }) => ({ tags: tagsOf(tags).join() || ' ' }),
  // A story whose cover was not chosen has its first GIF's, which another order changes.
  gifs: ({ gifs, cover }) => ({ gifs: [...gifs], ...coverOf(cover) }),
  cover: ({ cover }) => coverOf(cover),
}

/** What a write says of these fields; the others stay as they are. */
export const inputOf = (draft: Draft, fields: readonly DraftName[]): Input =>
  Object.assign({}, ...fields.map((field) => INPUT[field](draft)))

const SEEN: Readonly<Record<DraftName, (draft: Draft) => SeenStory>> = {
  title: ({ title }) => ({ title }),
  slug: ({ slug }) => ({ slug }),
  caption: ({ caption }) => ({ caption }),
  tags: ({ tags }) => ({ tags: tagsOf(tags) }),
  gifs: ({ gifs, cover }) => ({ gifs: [...gifs], cover_gif: cover }),
  cover: ({ cover }) => ({ cover_gif: cover }),
}

/** What was seen of the fields that are written. */
export const seenOf = (draft: Draft, fields: readonly DraftName[]): SeenStory =>
  Object.assign({}, ...fields.map((field) => SEEN[field](draft)))

/** A draft over what is saved `now`: fields that others have changed win. @returns it, and the fields that both changed */
export function rebase(draft: Draft, base: Draft, now: Draft): { draft: Draft; lost: DraftName[] } {
  const mine = changedFields(draft, base)
  const theirs = changedFields(now, base)
  const lost = mine.filter((field) => theirs.includes(field) && String(draft[field]) !== String(now[field]))
  const kept = mine.filter((field) => !lost.includes(field)).map((field) => [field, draft[field]] as const)
  return { draft: { ...now, ...Object.fromEntries(kept) }, lost }
}
