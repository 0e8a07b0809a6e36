import { startRig } from '../../faults/rig.ts'

export type Item = { id: string; slug: string; title: string; alt_text: string }

/** A product with one item of each kind, a story, and addresses at which there is nothing to show. */
export async function hostedProduct() {
  const { base, db, stop } = await startRig({})
  const listed = (type: string) =>
    db
      .prepare('SELECT id, slug, title, alt_text FROM gifs WHERE type = ? AND is_listed = 1 ORDER BY num')
      .all(type) as [Item, Item, Item, Item]
  const [gif, plain, hidden, removed] = listed('gif')
  const [sticker] = listed('sticker')
  const [film] = listed('video')
  db.prepare("DELETE FROM renditions WHERE gif_id = ? AND format = 'mp4'").run(plain.id)
  db.prepare('UPDATE gifs SET is_hidden = 1 WHERE id = ?').run(hidden.id)
  db.prepare('UPDATE gifs SET is_removed = 1 WHERE id = ?').run(removed.id)
  db.exec(`INSERT INTO users (id, username, display_name, email, password, role, state)
    VALUES ('id-ida', 'ida', 'Ida Artist', 'ida@example.test', 'x', 'artist', 'active')`)
  db.prepare(
    `INSERT INTO stories (id, slug, user_id, title, caption, tags, gifs, publish_at, created_at, updated_at)
     VALUES ('sea', 'sea', 'id-ida', 'A day at the sea', 'First the waves.', '[]', ?1, ?2, ?2, ?2)`,
  ).run(JSON.stringify([gif.id, sticker.id]), '2026-11-01T10:00:00.000Z')

  const pageOf = ({ slug, id }: Item, kind = 'gifs') => `${base}/${kind}/${slug}-${id}`
  return {
    base,
    stop,
    gif,
    sticker,
    film,
    /** A GIF without an MP4, as uploads of a GIF may be. */
    plain,
    gone: {
      'an unknown id': `${base}/gifs/nothing00000`,
      'what is hidden': pageOf(hidden),
      'what was taken down': pageOf(removed),
    },
    pageOf,
    embedOf: ({ slug, id }: Item) => `${base}/embed/${slug}-${id}`,
    media: ({ id }: Item, file = 'original.gif') => `${base}/media/${id}/${file}`,
  }
}
