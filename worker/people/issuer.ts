import * as client from 'openid-client'
import { ROLE_RANK } from '../../shared/calls/call.ts'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import { USER_ROLES } from '../../shared/schema/choices.ts'
import type { IssuerPerson } from '../../shared/server/origin.ts'
import type { Config } from '../env.ts'
import { send } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

/** What a browser has to bring back: it began this very sign-in. */
export type Flow = { state: string; nonce: string; verifier: string }

type Setting = Pick<Config, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_ROLE_CLAIM'>
type Claims = Readonly<Record<string, unknown>>

/** How far the issuer's clock may be from ours, in s. */
const CLOCKS_S = 60
/** How long its metadata are good, in ms. */
const METADATA_MS = 60 * 60 * 1000
const NAME_MAX = 100

/**
 * The issuer of an isolate (T64): OpenID Connect's authorization code flow with PKCE, by openid-client. Its requests go through
 * `send`, follow no redirect, and go to https alone where the issuer's address does.
 */
export function createIssuer(upstream: Upstream, setting: Setting) {
  // Not the promise: one request must not wait for the network of another.
  let known: { configuration: client.Configuration; until: number } | undefined

  async function configured(): Promise<client.Configuration> {
    if (known && Date.now() < known.until) return known.configuration
    const configuration = await discover(upstream, setting)
    known = { configuration, until: Date.now() + METADATA_MS }
    return configuration
  }

  return {
    /** Where to send a person to sign in, and what the browser keeps meanwhile. @param again whether the issuer asks again */
    async begin(redirectUri: string, again: boolean): Promise<{ address: URL; flow: Flow }> {
      const configuration = await configured()
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login' }),
      })
      return { address, flow }
    },

    /** Who has come back. @throws AppError 'unauthorized' for what does not hold, 'upstream' or 'unavailable' for an issuer that fails */
    async complete(address: URL, { state, nonce, verifier }: Flow): Promise<IssuerPerson> {
      const configuration = await configured()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      try {
        const tokens = await client.authorizationCodeGrant(configuration, address, checks)
        const claims: Claims | undefined = tokens.claims()
        if (!claims) throw refused()
        return personOf(await withUserInfo(configuration, tokens.access_token, claims, setting), setting)
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

export type Issuer = ReturnType<typeof createIssuer>

async function discover(upstream: Upstream, setting: Setting): Promise<client.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = setting
  const server = new URL(OIDC_ISSUER)
  const metadata = {
    ...(OIDC_CLIENT_SECRET && { client_secret: OIDC_CLIENT_SECRET }),
    [client.clockTolerance]: CLOCKS_S,
  }
  const options: client.DiscoveryRequestOptions = {
    [client.customFetch]: fetchBy(upstream),
    // http is this machine alone (`worker/env.ts`).
    execute: [
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      client.enableNonRepudiationChecks,
    ],
  }
  try {
    return await client.discovery(server, OIDC_CLIENT_ID, metadata, authenticate(OIDC_CLIENT_SECRET), options)
  } catch (error) {
    const cause = causeOf(error)
    throw cause ?? new UpstreamError('The issuer’s metadata can’t be read', { kind: 'upstream' })
  }
}

/** By the way that the issuer takes: the standard's own, unless it names the other alone. */
function authenticate(secret: string): client.ClientAuth {
  if (!secret) return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

const fetchBy =
  (upstream: Upstream): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const make = (signal: AbortSignal) =>
      new Request(url, { method, headers, body: body as BodyInit, redirect: 'manual', signal })
    const response = await send(upstream, make)
    const type = response.headers.get('Content-Type') ?? ''
    const { bytes, status } = response
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers: { 'Content-Type': type } })
  }

/** Some issuers say in the token who it is, and the rest at another address. */
async function withUserInfo(
  configuration: client.Configuration,
  token: string,
  claims: Claims,
  { OIDC_ROLE_CLAIM }: Setting,
): Promise<Claims> {
  const isWhole = own(claims, 'email') && (!OIDC_ROLE_CLAIM || claimOf(claims, OIDC_ROLE_CLAIM) !== undefined)
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...(await client.fetchUserInfo(configuration, token, String(claims.sub))), ...claims }
}

const textOf = (claims: Claims, name: string): string => {
  const value = own(claims, name)
  return typeof value === 'string' ? value.trim() : ''
}

function personOf(claims: Claims, { OIDC_ROLE_CLAIM }: Setting): IssuerPerson {
  const address = textOf(claims, 'email').toLowerCase()
  const isVerified =
    own(claims, 'email_verified') === true && /^[^\s@<>]{1,64}@[^\s@<>]{1,189}$/.test(address)
  const email = isVerified ? address : undefined
  const names = [
    textOf(claims, 'preferred_username'),
    textOf(claims, 'nickname'),
    email,
    textOf(claims, 'name'),
  ]
  return {
    issuer: textOf(claims, 'iss'),
    subject: textOf(claims, 'sub'),
    usernames: [...new Set(names.map((name) => usernameOf(name ?? '')).filter(Boolean))],
    name: lineOf(textOf(claims, 'name')),
    email,
    role: OIDC_ROLE_CLAIM ? roleOf(claimOf(claims, OIDC_ROLE_CLAIM)) : undefined,
  }
}

/** A name in the form of a username: of an address what is in front of its `@`, without marks, with `-` for what it may not have. */
const usernameOf = (text: string): string => {
  const name = (text.split('@', 1)[0] ?? '').slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '')
  const words = name.match(/[A-Za-z0-9._]+/g) ?? []
  return words.join('-').replace(/^\.+/, '').slice(0, 50)
}

/** A name that is shown: one line, without what would turn the words around it. */
const lineOf = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, NAME_MAX)

/** A claim by its name, or by its path: `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  const whole = own(claims, name)
  if (whole !== undefined) return whole
  return name
    .split('.')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? own(at as Claims, part) : undefined),
      claims,
    )
}

/** The highest role among what the claim says: our own words, alone or behind `loopframe-`. Anything else is a plain user. */
function roleOf(claim: unknown): (typeof USER_ROLES)[number] {
  const said = new Set([claim].flat().map((each) => String(each).replace(/^loopframe-/, '')))
  const [highest = 'user'] = USER_ROLES.filter((role) => said.has(role)).sort(
    (a, b) => ROLE_RANK[b] - ROLE_RANK[a],
  )
  return highest
}

const refused = () => new AppError('unauthorized', 'The issuer has not let this person in')

/** The failure of our own that an error of the library is about, if any. */
function causeOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : undefined
}

/** What the issuer says stays there, but for the name of its error, for the log. */
function failureOf(error: unknown): AppError {
  const known = causeOf(error)
  if (known) return known
  const { code = '', error: said = '' } = error as { code?: unknown; error?: unknown }
  console.warn(`a sign-in by the issuer failed: ${`${code} ${said}`.replace(/[^\w -]/g, '').slice(0, 100)}`)
  return refused()
}
