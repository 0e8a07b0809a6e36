import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../origin/people/secrets.ts'
import { type Call, ownPath, ROLE_RANK } from '../../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../../shared/calls/catalogue.ts'
import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import { workerCalls } from '../../../shared/calls/services.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { embeddedSite, PASSWORD } from '../../fixtures/site/embedded-site.ts'
import {
  type Actor,
  comes,
  OWNER_FACTOR,
  PEOPLE,
  reset,
  WAYS,
  type Way,
} from '../../fixtures/site/role-rows.ts'
import { tries } from '../../fixtures/site/tries.ts'

const ACTORS: readonly Actor[] = [{ name: 'visitor', id: '', role: 'visitor' }, ...PEOPLE.slice(0, -1)]

/** Who may act on the row of a call's example, where its role alone does not say so. */
const ROWS: Record<string, 'owner or staff' | 'owner alone' | undefined> = {
  updateUser: 'owner or staff',
  // Below the owner's channel.
  createChannel: 'owner or staff',
  endSession: 'owner alone',
  deleteToken: 'owner alone',
  removeFactor: 'owner alone',
  ownGif: 'owner alone',
}

/** The contract's own table of what takes more than an account ("who | may"), beside the entries that the product reads. */
const ABOVE_ARTISTS = {
  moderator: [
    'moderateGif',
    'batchActions',
    'updateBatchAction',
    'assignBatchAction',
    'batchLeaderboard',
    'searchCsv',
    'reports',
    'allGifs',
    'decideReport',
    'cases',
    'case',
    'decideCases',
    'undoCases',
    'digest',
    'putDigest',
    'overview',
    'health',
    'searches',
  ],
  staff: [
    'takedown',
    'takedowns',
    'restoreTakedown',
    'resolveTakedown',
    'takedownStill',
    'knownHashes',
    'knownHashesCsv',
    'addKnownHashes',
    'removeKnownHashes',
    'people',
    'setRole',
    'setState',
    'personTokens',
    'personSessions',
    'endPersonSession',
    'removePersonFactors',
    'personItems',
    'actOnItems',
    'deletePersonToken',
    'revealMail',
    'resendMail',
    'person',
    'updatePerson',
    'createPerson',
    'endPersonSessions',
    'cached',
    'refreshCached',
    'redirects',
    'addRedirects',
    'leaseRenditions',
    'reportRenditions',
    'deleteRedirect',
    'libraryCategories',
    'createCategory',
    'updateCategory',
    'deleteCategory',
    'trendingTerms',
    'putTrendingTerms',
    'featured',
    'putFeatured',
    'synonyms',
    'createSynonym',
    'updateSynonym',
    'deleteSynonym',
    'settings',
    'putSettings',
    'putSiteText',
    'invitations',
    'createInvitation',
    'revokeInvitation',
    'webhooks',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'webhookDeliveries',
    'testWebhook',
    'backup',
    'backupRows',
    'backupFiles',
    'backupBytes',
    'beginRestore',
    'sendBackup',
    'endRestore',
    'keys',
    'createKey',
    'updateKey',
    'deleteKey',
    'deadLetters',
    'deleteDeadLetter',
    'resendDeadLetters',
    'outbox',
    'audit',
    'scheduleTrendingStory',
    'deleteTrendingStory',
    'contentBlocks',
    'putContentBlock',
    'deleteContentBlock',
    'createSchedule',
    'schedule',
    'deleteSchedule',
    'schedulerActivity',
  ],
} as const

const site = embeddedSite()
let password: string

beforeAll(async () => {
  password = await hashPassword(PASSWORD)
})

const methodOf = ({ method }: Call) => (method === 'ANY' ? 'POST' : method)

async function statusOf(name: string, call: Call, actor: Actor, way: Way): Promise<number> {
  const { path, form, json } = exampleOf(name)
  const { visitor, token } = await comes(site, actor, way)
  const response = await visitor.call(`${methodOf(call)} ${path}`, {
    ...(token && { token }),
    ...(form !== undefined && { form: Object.fromEntries(new URLSearchParams(form)) }),
    ...(json && { json }),
  })
  await response.text()
  return response.status
}

/** What the table declares: allowed, or the statuses of a refusal. */
function declared(name: string, call: Call, actor: Actor, way: Way): 'allowed' | readonly number[] {
  if (call.role !== 'visitor' && actor.role === 'visitor') return [401]
  // T55: no token makes these, whatever its scopes.
  if (call.scope === 'none' && way === 'token' && actor.role !== 'visitor') return [403]
  if (ROLE_RANK[actor.role] < ROLE_RANK[call.role]) return [403]
  const row = ROWS[name] ?? (call.role === 'owner' ? 'owner or staff' : undefined)
  if (!row || actor.name === 'owner') return 'allowed'
  if (row === 'owner alone') return [404]
  return actor.role === 'staff' ? 'allowed' : [403]
}

function isAsDeclared(status: number, expected: 'allowed' | readonly number[]): boolean {
  if (expected !== 'allowed') return expected.includes(status)
  // 501: a call whose service is not configured here.
  return ![401, 403, 404, 410].includes(status) && (status < 500 || status === 501)
}

/** Calls whose example cannot succeed here, and what it gets. Each succeeds in a test of its own. */
const ENDS_OTHERWISE: Record<string, number> = {
  // They take a link from a mail (`site-accounts.test.ts`, `site-claims.test.ts`).
  registerConfirm: 400,
  // Its code is another one (`site-second-factor.test.ts`).
  addFactor: 400,
  confirmReset: 400,
  objection: 400,
  object: 400,
  // They take files (`site-uploads.test.ts`, `site-renditions.test.ts`), and an upload that is on its way.
  uploadGif: 400,
  sendRenditions: 400,
  putAvatar: 400,
  putBanner: 400,
  // The library has items (`site-backup.test.ts`).
  beginRestore: 409,
  sendBackup: 409,
  endRestore: 409,
  retryUpload: 409,
  cancelUpload: 409,
  // No one has a lease (`site-lease.test.ts`).
  reportRenditions: 409,
  // Its cursor is another gateway's (`gateway-stories.test.ts`).
  userStories: 400,
  // Its service is elsewhere (`site-content.test.ts`).
  spotifyArtist: 501,
}

/** Calls about the owner's passkey. */
const OF_FACTORS: readonly string[] = ['removeFactor', 'renewRecoveryCodes', 'removePersonFactors']

async function begin(name: string): Promise<void> {
  await reset(password)
  if (OF_FACTORS.includes(name)) await env.DB.prepare(OWNER_FACTOR).run()
}

const CALLS = Object.entries<Call>({ ...siteCalls, ...ownSiteCalls, ...workerCalls, ...gatewayCalls })

describe('T35: who may make a call of the embedded site (docs/contract.md, Roles)', () => {
  it.each(Object.entries(ABOVE_ARTISTS))('T35: what %s may, nobody else is declared to', (role, names) => {
    const declaredTo = CALLS.filter(([, call]) => call.role === role).map(([name]) => name)
    expect(declaredTo).toEqual(expect.arrayContaining([...names]))
  })

  it.for(CALLS)('T35: %s', async ([name, call], { task }) => {
    const cells = ACTORS.flatMap((actor) => WAYS.map((way) => ({ actor, way })))
    tries(task, cells.length)
    const wrong: string[] = []
    const allowed = new Set<number>()
    await begin(name)
    for (const { actor, way } of cells) {
      const status = await statusOf(name, call, actor, way)
      if (call.method !== 'GET' && status < 300) await begin(name)
      const expected = declared(name, call, actor, way)
      if (expected === 'allowed') allowed.add(status)
      if (!isAsDeclared(status, expected)) {
        wrong.push(
          `${call.method} ${ownPath(call)} by ${actor.name} (${way}): ${status}, declared ${expected}`,
        )
      }
    }
    expect(wrong).toEqual([])
    // Whoever may, gets what the call promises (`own-answers.ts`, which every answer in these tests is parsed by).
    const promised = ENDS_OTHERWISE[name]
    if (promised) expect([...allowed]).toEqual([promised])
    else expect([...allowed].filter((status) => status >= 200 && status < 300)).not.toEqual([])
  })
})
