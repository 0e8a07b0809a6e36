const MEDIA = 'https://media3.giphy.test/media'

/** Name, longer side, formats: the renditions that GIPHY sends (`docs/wire.md`). */
const RENDITIONS: readonly [name: string, width: number, formats: string][] = [
  ['original', 480, 'gif mp4 webp'],
  ['original_still', 480, 'gif'],
  ['original_mp4', 480, 'mp4'],
  ['480w_still', 480, 'gif'],
  ['fixed_height', 356, 'gif mp4 webp'],
  ['fixed_height_still', 356, 'gif'],
  ['fixed_height_small', 178, 'gif mp4 webp'],
  ['fixed_height_small_still', 178, 'gif'],
  ['fixed_height_downsampled', 356, 'gif webp'],
  ['fixed_width', 200, 'gif mp4 webp'],
  ['fixed_width_still', 200, 'gif'],
  ['fixed_width_small', 100, 'gif mp4 webp'],
  ['fixed_width_small_still', 100, 'gif'],
  ['fixed_width_downsampled', 200, 'gif webp'],
  ['downsized', 480, 'gif'],
  ['downsized_still', 480, 'gif'],
  ['downsized_small', 480, 'mp4'],
  ['downsized_medium', 480, 'gif'],
  ['downsized_large', 480, 'gif'],
  ['preview', 178, 'mp4'],
  ['preview_gif', 100, 'gif'],
  ['preview_webp', 100, 'webp'],
  ['looping', 480, 'mp4'],
  ['hd', 960, 'mp4'],
  ['4k', 1920, 'mp4'],
]

function rendition(id: string, name: string, width: number, formats: string): Record<string, string> {
  const size = String(width * 800)
  const files = formats.split(' ').flatMap((format) => {
    const url = `${MEDIA}/v1.Y2lkPTc5MGI3NjEx/${id}/${name}.${format}`
    return format === 'gif'
      ? [
          ['url', url],
          ['size', size],
        ]
      : [
          [format, url],
          [`${format}_size`, size],
        ]
  })
  return { width: String(width), height: String(Math.round((width * 9) / 16)), ...Object.fromEntries(files) }
}

const person = {
  id: '7731',
  username: 'softshapes',
  display_name: 'Soft Shapes',
  avatar_url: 'https://media0.giphy.test/avatars/softshapes/80h.png',
  profile_url: 'https://giphy.test/softshapes/',
  is_verified: true,
  is_public: true,
}

/** A GIF in GIPHY's shape, with all of its renditions. */
const stubGif = (id: string) => ({
  type: 'gif',
  id,
  slug: `happy-dance-confetti-${id}`,
  url: `https://giphy.test/gifs/happy-dance-confetti-${id}`,
  bitly_url: `https://gph.test/${id}`,
  embed_url: `https://giphy.test/embed/${id}`,
  username: person.username,
  source: 'https://example.com/a/page/about/dancing',
  source_tld: 'example.com',
  title: 'Happy Dance Confetti GIF by Soft Shapes',
  alt_text: 'A round character dances while confetti falls.',
  rating: 'g',
  is_sticker: 0,
  import_datetime: '2026-05-19 16:21:53',
  trending_datetime: '0000-00-00 00:00:00',
  tags: ['happy', 'dance', 'confetti', 'party'],
  user: person,
  analytics_response_payload: Buffer.from(JSON.stringify({ id, call: 'trending' })).toString('base64url'),
  images: Object.fromEntries(
    RENDITIONS.map(([name, width, formats]) => [name, rendition(id, name, width, formats)]),
  ),
})

const meta = { status: 200, msg: 'OK', response_id: 'b3f1c2d4e5' }

/** The body of a provider's response: one GIF by its id, else a list of `limit` GIFs. */
export function stubResponse(path: string, limit: number): object {
  const id = /^\/v1\/gifs\/(?!trending|search|related)(\w+)$/.exec(path)?.[1]
  if (id) return { data: stubGif(id), meta }
  const data = Array.from({ length: limit }, (_, at) => stubGif(`Trend${at}`))
  return { data, pagination: { total_count: 500, count: limit, offset: 0 }, meta }
}
