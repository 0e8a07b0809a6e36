import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UpstreamError } from '../../shared/errors.ts'
import { cutAvatar } from '../library/cut-avatar.ts'
import type { BadLine, ListedCategory, ListedChannel, ListedPerson, Listing } from '../listing/listing.ts'
import { wantsStaff } from '../listing/listing.ts'
import type { RemoteLibrary } from './remote-library.ts'
import { RunError, reasonOf } from './run-error.ts'

/** What is sent around items: where it goes, where its files are, and what becomes of it. */
export type AroundRun = {
  remote: RemoteLibrary
  folder: string
  say: (line: string) => void
  bad: BadLine[]
}

const NEEDS_STAFF =
  'Authors, channels, categories, ids, and dates are staff’s to bring: make a token of a staff account, with the scopes upload, edit, and moderate'

/** @throws RunError where a listing wants what the token may not, before anything is sent */
export async function assertMayBring(remote: RemoteLibrary, listing: Listing): Promise<void> {
  if (!wantsStaff(listing)) return
  try {
    await remote.around('trendingTerms', {})
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 403) throw new RunError(NEEDS_STAFF)
    throw error
  }
}

/** Does one thing of a list; what is wrong with it refuses it alone (F36). @throws RunError */
async function each<T>(
  { bad }: AroundRun,
  { line }: { line: number },
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RunError || !(error instanceof Error)) throw error
    bad.push({ line, why: `${what}: ${reasonOf(error)}` })
    return undefined
  }
}

/** The fields that differ, among those that are said. */
function changed<T extends object>(wanted: T, is: object): Partial<T> {
  const there = is as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && there[name] !== value),
  ) as Partial<T>
}

/** Makes authors who are not there, and says what is other of them. Who signs in by themselves has a profile of their own. */
export async function sendPeople(run: AroundRun, { people, lines }: Listing): Promise<void> {
  const listed = new Set(people.map(({ username }) => username.toLowerCase()))
  const named = new Map(lines.map(({ line, said }) => [said.author?.toLowerCase() ?? '', { line, said }]))
  const others = [...named].flatMap(([name, { line, said }]) =>
    !said.author || listed.has(name) ? [] : [{ line, username: said.author, profile: {} }],
  )
  for (const person of [...people, ...others])
    await each(run, person, person.username, () => sendPerson(run, person))
}

async function sendPerson({ remote, folder, say }: AroundRun, person: ListedPerson): Promise<void> {
  const { username, id, profile } = person
  const is = await remote.around('createPerson', { username, ...(id && { id }), ...defined(profile) })
  if (is.email !== '' || is.has_password) return
  const change = changed(profile, is)
  if (Object.keys(change).length > 0) await remote.around('updatePerson', { id: is.id, ...change })
  await sendPictures({ remote, folder }, person, {
    ...is,
    avatar_url: is.avatar_url ?? '',
    banner_url: is.banner_url ?? '',
  })
  say(`@${username}: ${is.id}`)
}

type Is = { id: string; avatar_url: string; banner_url: string }

/** A picture's address has the first digits of its content: one that is there is not sent again. */
async function sendPictures(
  { remote, folder }: Pick<AroundRun, 'remote' | 'folder'>,
  { avatar, banner }: ListedPerson,
  { id, avatar_url, banner_url }: Is,
): Promise<void> {
  const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
  if (avatar) {
    const { version, files } = await cutAvatar(folder, avatar)
    const [small, middle, large] = files.map(blob)
    if (!avatar_url.includes(`/${version}/`))
      await remote.around('putAvatar', { id, '80h': small, '160h': middle, '400h': large })
  }
  if (banner) {
    const file = 'file' in banner ? banner.file : banner.cut[0]?.file
    const bytes = await readFile(join(folder, file ?? ''))
    const isThere =
      banner_url !== '' && 'cut' in banner && banner_url.includes(`/${banner.cut[0]?.sha.slice(0, 8)}.`)
    if (!isThere) await remote.around('putBanner', { id, ['cut' in banner ? 'banner' : 'file']: blob(bytes) })
  }
}

const idsOf = (names: readonly string[], ids: ReadonlyMap<string, string>): string[] =>
  names.flatMap((name) => ids.get(name) ?? [])

/** Makes channels that are not there, and puts in what is not in them. */
export async function sendChannels(
  run: AroundRun,
  { channels }: Listing,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const numbers = new Map<string, string>()
  for (const channel of channels) {
    const number = await each(run, channel, channel.slug, () => sendChannel(run, channel, { ids, numbers }))
    if (number) numbers.set(channel.slug, number)
  }
}

type Known = { ids: ReadonlyMap<string, string>; numbers: ReadonlyMap<string, string> }

async function sendChannel({ remote, say }: AroundRun, channel: ListedChannel, { ids, numbers }: Known) {
  const { slug, display_name, short_display_name, description, author: owner, id, parent: above } = channel
  const parent = above === undefined ? undefined : numbers.get(above)
  if (above !== undefined && parent === undefined) throw new Error(`there is no channel ${above} above it`)
  const fields = defined({
    display_name,
    short_display_name: short_display_name || undefined,
    description: description || undefined,
  })
  const there = await ifThere(remote.around('channel', { id: slug }))
  const isTaken =
    there === undefined &&
    id !== undefined &&
    (await ifThere(remote.around('channel', { id: String(id) }))) !== undefined
  const is =
    there ??
    (await remote.around('createChannel', {
      ...{ slug, ...fields },
      ...defined({ owner, parent, id: isTaken ? undefined : id }),
    }))
  const change = there && channel.isSaid ? changed(fields, there) : {}
  if (Object.keys(change).length > 0) await remote.around('updateChannel', { id: is.id, ...change })
  const inside = there ? await entriesOf(remote, is.id) : new Set()
  for (const gif of idsOf(channel.items, ids))
    if (!inside.has(gif)) await remote.around('addChannelGif', { channel: is.id, gif })
  say(`channel ${slug}: ${is.id}`)
  return is.id
}

/** Undefined where there is no such record. */
async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return undefined
    throw error
  }
}

/** Pages of a channel that are read: as many items as it has room for. */
const PAGES_MAX = 1000

async function entriesOf(remote: RemoteLibrary, id: string): Promise<Set<string>> {
  const inside = new Set<string>()
  let max_id: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await remote.around('channelGifs', { id, ...(max_id && { max_id }) })
    for (const gif of answer.data) inside.add(gif.id)
    const next = (answer as { next_max_id?: string }).next_max_id
    if (!next) break
    max_id = next
  }
  return inside
}

/** Makes categories that are not there, and puts in what they do not hold. */
export async function sendCategories(
  run: AroundRun,
  { categories }: Listing,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  if (categories.length === 0) return
  const { results } = await run.remote.around('libraryCategories', {})
  const there = new Map(results.map((category) => [category.path, category]))
  for (const category of categories) {
    const path = category.parent === null ? category.slug : `${category.parent}/${category.slug}`
    await each(run, category, path, () => sendCategory(run, category, { path, ids, is: there.get(path) }))
  }
}

type Place = { path: string; ids: ReadonlyMap<string, string>; is: IsCategory | undefined }
type IsCategory = { name: string; position: number; cover: string | null; gif_ids: string[] }

async function sendCategory({ remote, say }: AroundRun, category: ListedCategory, { path, ids, is }: Place) {
  const { slug, parent, name, names, position } = category
  const cover = category.cover === undefined ? undefined : ids.get(category.cover)
  const items = idsOf(category.items, ids)
  const fields = defined({ name, position, cover })
  if (!is) {
    await remote.around('createCategory', {
      slug,
      parent,
      ...fields,
      ...defined({ names }),
      name,
      gif_ids: items,
    })
    return say(`category ${path}: created`)
  }
  const missing = items.filter((id) => !is.gif_ids.includes(id))
  const change = {
    ...(category.isSaid && changed(fields, is)),
    ...(missing.length > 0 && { gif_ids: [...is.gif_ids, ...missing] }),
  }
  if (Object.keys(change).length > 0) await remote.around('updateCategory', { category: path, ...change })
}

/** Pins searches and features items, where staff have said nothing. */
export async function sendListings(
  run: AroundRun,
  { pinned, featured }: Listing,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { remote } = run
  if (pinned.length > 0)
    await each(run, { line: 0 }, 'searches', async () => {
      const { pinned: there } = await remote.around('trendingTerms', {})
      if (there.length === 0) await remote.around('putTrendingTerms', { pinned })
    })
  const gif_ids = idsOf(featured, ids)
  if (gif_ids.length > 0)
    await each(run, { line: 0 }, 'featured', async () => {
      const { gif_ids: there } = await remote.around('featured', {})
      if (there.length === 0) await remote.around('putFeatured', { gif_ids })
    })
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
