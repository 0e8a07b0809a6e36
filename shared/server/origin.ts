import type {
  Ai,
  D1Database,
  Fetcher,
  ImagesBinding,
  MessageBatch,
  Queue,
  R2Bucket,
  SendEmail,
  Vectorize,
} from '@cloudflare/workers-types'
import type { Call, Role } from '../calls/call.ts'
import type { TokenScope } from '../schema/choices.ts'
import type { SettingsFields, SiteTextName } from '../schema/own/rules.ts'
import type { CachedCopy, Health } from '../schema/own/staff.ts'
import type { PingbackEvent } from '../schema/pingback.ts'

/** A user with a valid session or API token. What they own is the upstream's to know. */
export type SignedInActor = {
  role: Exclude<Role, 'visitor' | 'owner'>
  id: string
  by: 'session' | 'token'
  /** Of a token: what it may be used for. */
  scopes?: readonly TokenScope[]
  /** Of a token of the embedded site: when it was made. */
  madeAt?: string
  /** Of a session of the embedded site: whether its person has signed in, or given the password, in the last 15 minutes. */
  isFresh?: boolean
  /** Of a session of the embedded site: what its person's role allows, it does only once they have a second factor (T74). */
  needsFactor?: boolean
  /** What a site elsewhere calls them; the embedded one has their row. */
  name?: string
}

/** Who makes a call. */
export type Actor = { role: 'visitor' } | SignedInActor

export const VISITOR: Actor = { role: 'visitor' }

/** What a request brings to say who makes it. */
export type PresentedCredentials = { session?: string | undefined; token?: string | undefined }

/** A person who is signed in, and the `csrftoken` that their session's writes must bring. */
export type Identified = { actor: SignedInActor; csrf: string | undefined }

/** Finds out who makes a request to the embedded site: no one without credentials, or with wrong ones. */
export type Identify = (credentials: PresentedCredentials) => Promise<Identified | undefined>

/**
 * An embedded origin in place of an upstream's URL. It gets the actor, which one elsewhere finds by the credentials, and a
 * form's file, so that its bytes are in memory once.
 */
export type Origin = (request: Request, actor: Actor, file?: File) => Promise<Response>

/** Gets the texts in front of an upload's file, else all. What it throws refuses the form before the file is read. */
export type LookAtTexts = (texts: readonly (readonly [name: string, text: string])[]) => void

/** A picture that a person has. */
export type PictureName = 'avatar' | 'banner'

/** The form of a page: an upload's, or that of one's own picture. */
export type FileForm = { look: LookAtTexts; picture?: PictureName }

/** Takes in files while they arrive; those of a page's form, or of the call that the address names. */
export type UploadsOrigin = (request: Request, actor: Actor, form?: FileForm) => Promise<Response>

/** Uploads that wait for their renditions, since when the oldest of them, and those that have failed. */
export type RenditionQueue = { queued: number; oldest: string | null; failed: number }

/** What waits in a queue, and since when the oldest of it. */
export type Waiting = { waiting: number; oldest: string | null }

/** What staff have to know of an installation: its last migration, when each part of its schedule ran, and its queues. */
export type Installation = {
  migration: string | null
  schedule: { minute: string | null; night: string | null }
  queues: { jobs: Waiting | null; pingbacks: Waiting | null }
}

/** Whom GIFs are read for: a user's id, and the our scheme and host that they are linked to. */
export type GifReader = { person: string; publicUrl: string }

/** Reads GIFs of the library, or of a configured provider, for the embedded site's people. */
export type GifsForPeople = {
  /** @throws AppError 'not-found' for an unknown or hidden GIF, 'removed' for one that was taken down. */
  assertShown(id: string, reader: GifReader): Promise<void>
  /** At most 100 GIFs in the provider's shape, in the order of their ids; unknown, hidden and removed ones are left out. */
  shown(ids: readonly string[], reader: GifReader): Promise<unknown[]>
  /** The ids of the first page of each trending list, the hottest first: GIFs, stickers, texts. */
  trending(reader: GifReader): Promise<string[][]>
}

/** Who may see an item: all, all but no list has it, few, no one any more. `restored`: all again, after a takedown. */
export type Visibility = 'open' | 'unlisted' | 'hidden' | 'deleted' | 'removed' | 'restored'

/** A row of the log of changes (`migrations/0009_visibility.sql`); `seq` rises. */
export type VisibilityChange = { seq: number; gif_id: string; state: Visibility }

/** Reads the changes after a row, in order; without one, all that still count. */
export type ReadVisibility = (after: number | undefined) => Promise<VisibilityChange[]>

/** The log of changes as an isolate knows it: who may see what, when that was read, and from when on it knows all of it. */
export type ShownLog = {
  readonly states: ReadonlyMap<string, Visibility>
  readonly readAt: number
  readonly coversFrom: number
  /** Renews it where it is time. A promise where the caller must wait for it; it never rejects. */
  renew(waitUntil: (work: Promise<unknown>) => void): Promise<unknown> | undefined
}

/** `caches.default`, or a test's own. */
export type EdgeCache = {
  match(request: string | Request): Promise<Response | undefined>
  put(request: string, response: Response): Promise<void>
  delete(request: string): Promise<boolean>
}

/** What makes the library's files cheap to read. */
export type MediaCaches = {
  log: ShownLog
  cache: EdgeCache | undefined
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * To be awaited after each write that changes items, or who may see them, before the response: this isolate's copies and
 * pages of them are dropped. `publicUrl` is the one of the call. It never throws.
 */
export type GifsChanged = (ids: readonly string[], publicUrl: string) => Promise<void>

/** A call of the provider with its checked input. `publicUrl` is the one of the request that asks. */
export type CacheRead = { call: Call; input: Record<string, unknown>; publicUrl: string }

/** What staff see of this isolate, and do with its caches. */
export type Diagnostics = {
  health(): Promise<Health>
  /** What the layers hold. It fills none. */
  cachedCopies(read: CacheRead): Promise<CachedCopy[]>
  /** §9 Forced refresh. It never throws: what failed stays as it is. */
  renew(read: CacheRead): Promise<void>
}

/** @param field names the address in errors. */
export type FetchSource = (url: string, field: string) => Promise<Uint8Array>

/** The bindings that the embedded library uses. Each may be missing: its part of the product is then off. */
export type LibraryBindings = {
  DB?: D1Database
  MEDIA?: R2Bucket
  PINGBACKS?: Queue<PingbackEvent[]>
  /** Work for after a response (`origin/jobs.ts`). */
  JOBS?: Queue<unknown>
  MAIL?: SendEmail
  /** Makes renditions of uploads. */
  IMAGES?: ImagesBinding
  /** Makes stills of films. */
  VIDEO?: MediaBinding
  /** Both of them: a search with few items shows what means nearly the same too (`origin/neighbours/`). */
  AI?: Ai
  VECTORIZE?: Vectorize
  /** The files of the build: names of emoji, common passwords. */
  ASSETS?: Fetcher
}

/** What an embedded origin works with; one per isolate. A binding may be missing, as everywhere. */
export type OriginDeps = LibraryBindings & {
  /** Of the environment: not empty where GIFs are a configured provider's. */
  PROVIDER_URL?: string
  /** The host of the staff pages, as it is configured. */
  ADMIN_HOST?: string
  /** The configured scheme and host of our own; '' where a request's own count. */
  publicUrl: string
  /** What links in mails start with: a configured address, never a request's (T62). '' for none: no such mail leaves. */
  mailUrl: string
  /** The product's name where no setting says another, and who its mails come from. */
  brand: string
  /** Undefined outside a Worker: as no one has changed them. */
  settings?: SettingsMemory
  /** What passwords may be stored with, and whether they are (`origin/people/secrets.ts`). */
  passwords?: { key: string; isFree: boolean }
  mailFrom: string
  /** Whether who may moderate or more needs a second factor (`STAFF_2FA`). */
  wantsFactor?: boolean
  /** The id of the build. */
  build: string
  /** Fetches a media file from an address that a person gave (`fetch-file.ts`). */
  fetchSource: FetchSource
  /** Sends a webhook's delivery (T65). @returns the status; without one it throws AppError. Undefined outside a Worker. */
  postWebhook?: (url: string, body: string, headers: Record<string, string>) => Promise<number>
  /** Looks up an artist of Spotify by id; undefined where none is asked. */
  artistName?: ((id: string) => Promise<string>) | undefined
  /** Keeps work alive after the response of the request it is called in. */
  waitUntil: (work: Promise<unknown>) => void
  /** Undefined outside a Worker: files are then read from the bucket each time. */
  shownLog?: ShownLog | undefined
  edge?: EdgeCache | undefined
  /** Undefined outside a Worker: the embedded site alone reads them. */
  gifs?: GifsForPeople
  /** Undefined outside a Worker: nothing has copies there. */
  gifsChanged?: GifsChanged
  /** Undefined outside a Worker. */
  diagnostics?: Diagnostics
  /** Sends pingbacks again that are marked for it, by their ids. Undefined outside a Worker: the next night does it. */
  resendLetters?: (ids: readonly number[]) => Promise<void>
}

/** The rules of the installation as they apply: variables win. `texts` are those that there are, `logoPath` is '' for our logo. */
export type SiteSettings = SettingsFields & {
  version: number
  logoPath: string
  texts: readonly SiteTextName[]
}

/** The rules, as an isolate remembers them. */
export type SettingsMemory = {
  /** As they were read last; before that, as no one has changed them. */
  readonly current: SiteSettings
  /** As they are, or were at most 10 s ago. A read that fails leaves them as they were. @param isForced they have changed just now */
  fresh(isForced?: boolean): Promise<SiteSettings>
  /** The same for what they may forbid. @throws UpstreamError 'unavailable' where they could never be read */
  known(): Promise<SiteSettings>
  /** The variables that win, by the fields that they set. */
  readonly setBy: Readonly<Partial<Record<keyof SettingsFields, string>>>
}

/** A search text, and who sent it: the network it came from, and what its browser says it is. */
export type Search = { q: string; network: string; agent: string }

/** Counts a search for moderators (`searchCsv`). It resolves also where nothing was counted. */
export type CountSearch = (search: Search) => Promise<void>

/** A partner's key. `rate` is in requests a minute, 0 for any; `blocked` as in `migrations/0032_partner_keys.sql`. */
export type PartnerKey = { id: string; rate: number; rating: string; blocked: readonly string[] }

/** Requests with a key since they were last counted, those that were refused among them. */
export type KeyUse = { id: string; requests: number; refused: number }

/** The partners' keys of the embedded site. Both throw where the database does. */
export type PartnerKeys = {
  /** @param hash the SHA-256 of a key, as hex. */
  find(hash: string): Promise<PartnerKey | undefined>
  /** Adds to today's counts. A key that is gone has none. */
  count(uses: readonly KeyUse[]): Promise<void>
}

/** T51: tokens of our own pages, which say what a page lists, for an hour at most. Both throw where the database does. */
export type PageTokens = {
  write(lists: string, nowMs: number): Promise<string>
  /** What the page lists; undefined for a token that we did not write, or too long ago. */
  read(token: string, atMs: number): Promise<string | undefined>
}

/** Whose recent items: what a partner's client calls its customer, by the partner's key; and of which type, in the client's words. */
type RecentList = { key: string; customer: string; type: string }

/** What customers have used lately. All of it throws where the database does. */
export type Recents = {
  /** @param used where the request came from counts for the bound of a day */
  note(used: RecentList & { gif: string; network: string }): Promise<void>
  /** Ids, the last used first. */
  list(of: RecentList): Promise<string[]>
  /** @param of with one item, or all of the type */
  drop(of: RecentList & { gif?: string | undefined }): Promise<void>
}

/** Blurred pictures of items by their ids: small GIFs in base64, '' where none could be made. */
export type FindBlurs = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** What clients of the API need of the library, besides its items. `blurs` needs its files. */
export type Partners = {
  keys: PartnerKeys
  pages: PageTokens
  recents: Recents
  blurs: FindBlurs | undefined
}

/** What staff say about trending searches: words that come first, in order, and words that none may have. */
export type StaffTerms = { pinned: string[]; blocked: string[] }
export type ReadStaffTerms = () => Promise<StaffTerms>

/** What tags are called in a language (`de`), in the same order; one without a name there is as it was. */
export type TermNames = (terms: readonly string[], lang: string) => Promise<string[]>

/** The embedded site's queue of work for after a response. */
export type JobQueue = {
  /** Does the jobs of a batch; each is acknowledged or retried alone. */
  deliver(batch: Pick<MessageBatch, 'messages'>): Promise<void>
  /** Takes up what is due by now, each minute. */
  tick(): Promise<void>
  /** Takes up again what was left undone. */
  resume(): Promise<void>
}

/** A password that someone tries, or a mail that they ask for. */
export type Guess = {
  /** Guesses of different calls do not count together. */
  what: string
  /** Whom it is about: an account's id, else what was typed. */
  target: string
  /** Where it comes from; undefined where that is not known. */
  network: string | undefined
  /** The id of a browser that this very person has signed in with. */
  browser: string | undefined
}

/** A browser that someone has signed in with, as its cookie says. */
export type KnownBrowser = { id: string; user: string }

/** The guesses at the embedded site's people (T59). All of it throws where the database does. */
export type Guesses = {
  /** The id of the account that a name or an e-mail address means. */
  accountOf(text: string): Promise<string | undefined>
  /** The id of the account whose password a mailed link sets. */
  ownerOfLink(token: string): Promise<string | undefined>
  /** The id of the person who has given their password in this browser, and whose code is missing. */
  ownerOfBegun(cookie: string): Promise<string | undefined>
  /** Counts a guess before it is tried. @returns the s to wait instead, or what takes it back where it was none */
  begin(guess: Guess): Promise<{ wait: number } | { undo: () => Promise<void> }>
  /** The cookie that remembers a browser, by the site's names, until the account's access ends. */
  remember(user: string): Promise<string | undefined>
  /** The browser that a cookie names; undefined for one that has ended, or that we did not write. */
  browserOf(cookie: string): Promise<KnownBrowser | undefined>
}

/** A person as an issuer shows them (T64). */
export type IssuerPerson = {
  issuer: string
  /** The issuer's name of the person, which it gives to no other. */
  subject: string
  /** Names to choose from, the best first: each has the form of a username. */
  usernames: readonly string[]
  name: string
  /** The address, where the issuer has verified it. */
  email: string | undefined
  /** What the issuer says that the person may; undefined where it is not asked. */
  role: SignedInActor['role'] | undefined
}

/** Who signs in by an issuer. */
export type IssuerSignIn = {
  /** Of the request, with its cookies by the site's names. */
  headers: Headers
  /** The network that it comes from. */
  network: string
  /** Whose session the browser has by now. */
  viewer: SignedInActor | undefined
  nowMs: number
  /** Who may register, and the secret of the invitation that was followed. */
  registration: SettingsFields['registration']
  invite: string | undefined
}

/** The accounts of people who sign in by an issuer. */
export type IssuerAccounts = {
  /** A text of base64url and its signature. */
  seal(text: string): Promise<string>
  /** The text that was sealed; undefined for what we did not seal. */
  unseal(sealed: string): Promise<string | undefined>
  /**
   * Opens a session. An account that has the address is linked only in a browser that has just signed in to it.
   * @returns its cookies, by the site's names
   * @throws AppError 'conflict' for such an account, 'suspended'; RateLimitError
   */
  signIn(person: IssuerPerson, request: IssuerSignIn): Promise<string[]>
}
