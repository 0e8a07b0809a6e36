import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { shaOf } from '../../media/manifest/media-file.ts'
import { addAuthor, changeProfile } from '../../origin/people/authors.ts'
import { AVATAR_HEIGHTS, variantKey } from '../../origin/people/picture-keys.ts'
import { newId } from '../../origin/people/secrets.ts'
import { setPicture } from '../../origin/uploads/user-pictures.ts'
import type { ListedPerson, Listing } from '../listing/listing.ts'
import { cutAvatar } from './cut-avatar.ts'
import type { Library } from './open-library.ts'

type There = {
  id: string
  username: string
  is_own: number
  avatar_key: string | null
  banner_key: string | null
}

/** Someone who can sign in has a profile of their own, which stays. */
const THERE = `
  SELECT id, username, email IS NOT NULL OR password IS NOT NULL AS is_own, avatar_key, banner_key FROM users
   WHERE username IN (SELECT value COLLATE NOCASE FROM json_each(?1))`

/** The keys of an avatar's files, and the files: they are named by the content of the largest. */
async function avatarFiles(folder: string, avatar: NonNullable<ListedPerson['avatar']>) {
  const { files } = await cutAvatar(folder, avatar)
  const key = `m/${shaOf(files.at(-1) ?? '')}-${AVATAR_HEIGHTS[0]}h.webp`
  return { key, files: AVATAR_HEIGHTS.map((height, at) => [variantKey(key, height), files[at]] as const) }
}

async function bannerFiles(folder: string, banner: NonNullable<ListedPerson['banner']>) {
  const file = 'file' in banner ? banner.file : (banner.cut[0]?.file ?? '')
  const bytes = await readFile(join(folder, file))
  const key = `m/${shaOf(bytes)}${extname(file)}`
  return { key, files: [[key, bytes] as const] }
}

/** Makes a person, or says what is other of them, with their pictures. */
async function personStatements(
  { db, media }: Library,
  folder: string,
  { person, there, now }: { person: ListedPerson; there: There | undefined; now: number },
): Promise<D1PreparedStatement[]> {
  const { username, profile } = person
  const id = there?.id ?? person.id ?? newId()
  const statements = there
    ? Object.keys(profile).length > 0
      ? [changeProfile(db, { id, profile }, now)]
      : []
    : [addAuthor(db, { id, username, profile }, now)]
  const pictures = {
    avatar: person.avatar && (await avatarFiles(folder, person.avatar)),
    banner: person.banner && (await bannerFiles(folder, person.banner)),
  }
  for (const name of ['avatar', 'banner'] as const) {
    const picture = pictures[name]
    if (!picture || picture.key === there?.[`${name}_key`]) continue
    for (const [key, bytes] of picture.files) await media.put(key, bytes ?? new Uint8Array())
    statements.push(...setPicture(db, id, name, picture.key, now))
  }
  return statements
}

/** Stores authors who are listed, and those whom items name. Items refer to them, so they come first. */
export async function storePeople(
  library: Library,
  folder: string,
  { people, lines }: Pick<Listing, 'people' | 'lines'>,
  now = Date.now(),
): Promise<void> {
  const listed = new Map<string, ListedPerson>()
  for (const { line, said } of lines)
    if (said.author) listed.set(said.author.toLowerCase(), { line, username: said.author, profile: {} })
  for (const person of people) listed.set(person.username.toLowerCase(), person)
  const { results } = await library.db
    .prepare(THERE)
    .bind(JSON.stringify([...listed.keys()]))
    .all<There>()
  const statements: D1PreparedStatement[] = []
  for (const [name, person] of listed) {
    const there = results.find(({ username }) => username.toLowerCase() === name)
    if (!there?.is_own) statements.push(...(await personStatements(library, folder, { person, there, now })))
  }
  if (statements.length > 0) await library.db.batch(statements)
}
