import { verifyAuthentication, verifyRegistration } from '@passwordless-id/webauthn/dist/esm/server.js'
import * as v from 'valibot'
import { fieldError } from '../../shared/errors.ts'
import { bytesOfBase64Url, toBase64Url } from '../stored-key.ts'

const Encoded = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]+=*$/), v.maxLength(max))
const CREDENTIAL_MAX = 1400

const Registration = v.object({
  id: Encoded(CREDENTIAL_MAX),
  response: v.object({
    clientDataJSON: Encoded(4096),
    authenticatorData: Encoded(4096),
    publicKey: Encoded(2048),
    publicKeyAlgorithm: v.picklist([-7, -257]),
  }),
})
const Assertion = v.object({
  id: Encoded(CREDENTIAL_MAX),
  response: v.object({
    clientDataJSON: Encoded(4096),
    authenticatorData: Encoded(4096),
    signature: Encoded(2048),
    userHandle: v.nullish(Encoded(128)),
  }),
})
export type Assertion = v.InferOutput<typeof Assertion>

/** Where passkeys are good, and what one has to sign. */
type Expected = { publicUrl: string; ADMIN_HOST?: string | undefined; challenge: string }

/** A passkey as it is stored. */
export type StoredKey = { credential: string; secret: string; algorithm: string; counter: number }

/** A passkey is the host's of `PUBLIC_URL`. Browsers use it on hosts below that one too: of those the staff pages' alone counts. */
const expectedOf = ({ publicUrl, ADMIN_HOST = '', challenge }: Expected) => {
  const { origin, protocol, hostname } = new URL(publicUrl)
  const admin = URL.parse(`${protocol}//${ADMIN_HOST.trim()}`)?.origin ?? origin
  return { origin: (given: string) => given === origin || given === admin, domain: hostname, challenge }
}

const refused = () => fieldError('credential', 'credential must be a passkey’s response to our challenge')

/** Reads what a browser has made of our options. @throws InputError */
function read<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (result.success) return result.output
  throw refused()
}

export const readAssertion = (text: string): Assertion => read(Assertion, text)

/** Whether the library takes it. What it throws says what is wrong, for no one else's eyes. */
const isTaken = (checked: Promise<unknown>): Promise<boolean> =>
  checked.then(
    () => true,
    () => false,
  )

/** A new passkey, for its row. @throws InputError for one that was not made here and now */
export async function readRegistration(text: string, expected: Expected): Promise<StoredKey> {
  const { id, response } = read(Registration, text)
  const made = { id, response } as Parameters<typeof verifyRegistration>[0]
  const info = await verifyRegistration(made, { ...expectedOf(expected), userVerified: false }).catch(() => {
    throw refused()
  })
  const { publicKey, algorithm } = info.credential
  return { credential: id, secret: publicKey, algorithm, counter: info.authenticator.counter }
}

/**
 * T73: whether an assertion is of this passkey, for our site and challenge, and counts on.
 * @param isAlone whether nothing else shows who it is: the authenticator has then asked for a PIN or finger
 * @returns the passkey's counter, undefined where it is not
 */
export async function countOf(
  { id, response }: Assertion,
  { credential, secret, algorithm, counter }: StoredKey,
  expected: Expected,
  isAlone: boolean,
): Promise<number | undefined> {
  const { authenticatorData, signature } = response
  // What cannot even be decoded is refused as what is wrong.
  const check = async () => {
    const padded = algorithm === 'ES256' ? evenly(signature) : signature
    const given = { id, response: { ...response, signature: padded } }
    await verifyAuthentication(given as Parameters<typeof verifyAuthentication>[0], key, wanted)
  }
  const key = { id: credential, publicKey: secret, algorithm } as Parameters<typeof verifyAuthentication>[1]
  const wanted = { ...expectedOf(expected), userVerified: isAlone, counter }
  if (!(await isTaken(check()))) return undefined
  return new DataView(bytesOfBase64Url(authenticatorData).buffer).getUint32(33)
}

const PART = 32

/**
 * An ECDSA signature whose two numbers have 33 bytes each. DER leaves zeros in front of a number out, once in some 150 signatures, and
 * the library takes such a signature for a wrong one.
 */
function evenly(signature: string): string {
  const der = bytesOfBase64Url(signature)
  const from = (at: number) => {
    const length = der[at + 1] ?? 0
    const part = der.subarray(at + 2, at + 2 + length)
    const padded = new Uint8Array(PART + 1)
    padded.set(part.slice(-(PART + 1)), Math.max(0, PART + 1 - part.length))
    return { padded, end: at + 2 + length }
  }
  const r = from(2)
  const s = from(r.end)
  const head = (bytes: Uint8Array) => [2, PART + 1, ...bytes]
  return toBase64Url(Uint8Array.from([0x30, 2 * (PART + 3), ...head(r.padded), ...head(s.padded)]))
}

type Person = { id: string; username: string; display_name: string }
const handleOf = (id: string) => toBase64Url(new TextEncoder().encode(id))

/** Whether an authenticator's name of its person is this one's. */
export const isHandle = (handle: string, user: string): boolean =>
  handle.replaceAll('=', '') === handleOf(user)

const keysOf = (ids: readonly string[]) => ids.map((id) => ({ type: 'public-key', id }))

/** What a browser makes a passkey by: https://w3c.github.io/webauthn/#dictdef-publickeycredentialcreationoptionsjson */
export const creationOptions = (
  { publicUrl, challenge }: Expected,
  brand: string,
  { id, username, display_name }: Person,
  ids: readonly string[],
) => ({
  challenge,
  rp: { id: new URL(publicUrl).hostname, name: brand },
  user: { id: handleOf(id), name: username, displayName: display_name || username },
  pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  excludeCredentials: keysOf(ids),
})

/** What a browser signs by: with one of these passkeys, or with any that it has for us. */
export const requestOptions = ({ publicUrl, challenge }: Expected, ids: readonly string[]) => ({
  challenge,
  rpId: new URL(publicUrl).hostname,
  userVerification: ids.length > 0 ? 'preferred' : 'required',
  allowCredentials: keysOf(ids),
})
