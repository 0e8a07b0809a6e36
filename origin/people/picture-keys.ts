/** Heights of avatars in pixels; the first is the one that people's records name (§3). */
export const AVATAR_HEIGHTS = [80, 160, 400] as const

/** The key of an avatar's file of another height: those of one avatar differ in nothing else. */
export const variantKey = (key: string, height: number): string =>
  key.replace(`-${AVATAR_HEIGHTS[0]}h.`, `-${height}h.`)

/** SQL of all keys that a row of `users` may mean. */
export const KEYS_OF_USER = [
  ...AVATAR_HEIGHTS.map((height) => `replace(avatar_key, '-${AVATAR_HEIGHTS[0]}h.', '-${height}h.')`),
  'banner_key',
].join(', ')
