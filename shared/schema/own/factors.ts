import * as v from 'valibot'
import { FilledText, IsoTime, IsoTimeOrNull, NaturalNumber } from '../vocabulary.ts'

/** An authenticator app, or a passkey. Its name is the person's own. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const

const FactorSchema = v.object({
  id: FilledText,
  kind: v.picklist(FACTOR_KINDS),
  name: v.string(),
  created_at: IsoTime,
  last_used_at: IsoTimeOrNull,
})

/** What a person signs in with besides the password. */
export const FactorsSchema = v.object({
  results: v.array(FactorSchema),
  count: NaturalNumber,
  /** Recovery codes that were not used yet. */
  recovery_codes: NaturalNumber,
  /** Whether the person’s role needs one here. */
  is_required: v.boolean(),
  /** Whether this session does nothing of its person’s role before there is one. */
  is_missing: v.boolean(),
})

/** Recovery codes as they are shown, once; none where there were some before. */
export const RecoveryCodesSchema = v.object({ recovery_codes: v.array(FilledText) })

/** What a browser makes a passkey by, or signs by: `options` are those of WebAuthn, as JSON. */
export const PasskeyChallengeSchema = v.object({
  act: v.picklist(['create', 'get']),
  options: v.looseObject({ challenge: FilledText }),
})
