/**
 * Names that GIPHY's clients read beside the stored ones (`docs/wire.md`). Each stands for a file that exists: the first
 * of `names` that has the format. `as` says which fields a client looks for.
 */
export type Alias = { names: readonly string[]; format: 'gif' | 'webp' | 'mp4'; as: 'picture' | 'video' }

const SMALLEST = ['fixed_height_small', 'fixed_width_small', 'fixed_height', 'original']

export const ALIASES: Readonly<Record<string, Alias>> = {
  preview_gif: { names: SMALLEST, format: 'gif', as: 'picture' },
  preview_webp: { names: SMALLEST, format: 'webp', as: 'picture' },
  preview: { names: SMALLEST, format: 'mp4', as: 'video' },
  downsized_medium: { names: ['downsized_large', 'downsized', 'original'], format: 'gif', as: 'picture' },
  downsized_small: { names: ['downsized', 'fixed_height', 'original'], format: 'mp4', as: 'video' },
  looping: { names: ['original'], format: 'mp4', as: 'video' },
  original_mp4: { names: ['original'], format: 'mp4', as: 'video' },
  '480w_still': { names: ['original_still'], format: 'gif', as: 'picture' },
}

/** Names that stand for another rendition with all of its formats. */
export const SAME_AS: Readonly<Record<string, string>> = {
  fixed_height_downsampled: 'fixed_height',
  fixed_width_downsampled: 'fixed_width',
}

/** The stored names that a name in a media URL may mean, the best first. */
export const storedNames = (name: string): readonly string[] =>
  ALIASES[name]?.names ?? (SAME_AS[name] ? [SAME_AS[name]] : [name])
