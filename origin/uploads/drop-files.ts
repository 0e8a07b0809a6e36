import type { JobDeps } from '../job.ts'

/** R2 deletes at most 1000 keys in one call. */
const AT_ONCE = 500

// Files are named by their content: another item may have the same one.
const UNUSED = `
  SELECT r2_key FROM unused_files AS f
   WHERE keep_until < ?1 AND NOT EXISTS (SELECT 1 FROM renditions WHERE r2_key = f.r2_key)
     AND NOT EXISTS (SELECT 1 FROM users WHERE f.r2_key IN (avatar_key, banner_key)) LIMIT ${AT_ONCE}`
const DONE = 'DELETE FROM unused_files WHERE r2_key IN (SELECT value FROM json_each(?1))'
const USED = `
  DELETE FROM unused_files WHERE r2_key IN (SELECT r2_key FROM renditions)
      OR r2_key IN (SELECT avatar_key FROM users) OR r2_key IN (SELECT banner_key FROM users)`

/** Deletes files that no row has any more, but not those that are on their way to one. @throws what the database or the bucket throws: what is left is tried again */
export async function dropFiles({ DB, MEDIA }: JobDeps): Promise<void> {
  if (!MEDIA) return
  await DB.prepare(USED).run()
  for (;;) {
    const { results } = await DB.prepare(UNUSED).bind(new Date().toISOString()).all<{ r2_key: string }>()
    if (results.length === 0) return
    const keys = results.map(({ r2_key }) => r2_key)
    await MEDIA.delete(keys)
    await DB.prepare(DONE).bind(JSON.stringify(keys)).run()
  }
}
