/** §3 An item's ratings, the mildest first. */
export const RATINGS = ['y', 'g', 'pg', 'pg-13', 'r'] as const
export type Rating = (typeof RATINGS)[number]

/** Those that a person chooses from: GIPHY's `y` is read and no longer given. */
export const CHOSEN_RATINGS = ['g', 'pg', 'pg-13', 'r'] as const

/** §3 What an item is as it is stored. A text is a sticker of words; an emoji, a sticker that says so. */
export const STORED_TYPES = ['gif', 'sticker', 'text', 'video'] as const

/** What people choose from; a film is one by its file. */
export const CHOSEN_TYPES = ['gif', 'sticker', 'text', 'emoji'] as const

/** What an item is as calls name it. */
export const ITEM_TYPES = [...CHOSEN_TYPES, 'video'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** What a search covers, as paths of the API have it. */
export const SEARCHED_TYPES = ['gifs', 'stickers', 'text'] as const

/** The formats of moving files. */
export const MOVING_FORMATS = ['gif', 'webp', 'mp4', 'avif'] as const
export type MovingFormat = (typeof MOVING_FORMATS)[number]

/** What makers make: files, and a perceptual hash. */
export const MAKER_FORMS = [...MOVING_FORMATS, 'phash'] as const
export type MakerForm = (typeof MAKER_FORMS)[number]

/** The roles of people, each with the rights of those before it. */
export const USER_ROLES = ['user', 'artist', 'moderator', 'staff'] as const
export type UserRole = (typeof USER_ROLES)[number]

/** What an API token may be used for, as far as its person may do it. */
export const TOKEN_SCOPES = ['read', 'upload', 'edit', 'moderate'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What staff decide about a person. */
export const STANDINGS = ['active', 'limited', 'suspended'] as const

/** What becomes of a takedown. */
export const TAKEDOWN_STATES = ['removed', 'restored'] as const

/** What staff do with all items of a person at once. */
export const ITEM_ACTS = ['hide', 'show', 'delete'] as const

/** What a moderator's batch is made of: what was reported, changed after a decision, or is new. */
export const BATCH_JOBS = ['reports', 'edits', 'uploads'] as const

/** How far an upload's renditions are. */
export const UPLOAD_STATES = ['queued', 'working', 'done', 'failed', 'cancelled'] as const

/** Whether an item's rating is at most `max`; without one every rating is. An unknown rating is within no bound. */
export const isWithinRating = (rating: string, max: string | undefined): boolean =>
  max === undefined || (ranks.includes(rating) && ranks.indexOf(rating) <= ranks.indexOf(max))

const ranks: readonly string[] = RATINGS

/** What a message says of a field that takes one of these words: `must be one of a, b`. */
export const mustBeOneOf = (choices: readonly string[]): string => `must be one of ${choices.join(', ')}`
