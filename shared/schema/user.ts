import * as v from 'valibot'
import { Flag, Line, Text, Url } from './text.ts'

/** The person or channel a GIF belongs to (§3). */
export const UserSchema = v.object({
  id: Text,
  username: Line,
  display_name: Line,
  attribution_display_name: Line,
  description: Line,
  profile_url: Url,
  avatar_url: Url,
  is_verified: Flag,
  // §5: who is not said to be public is not.
  is_public: Flag,
  suppress_chrome: Flag,
})
export type User = v.InferOutput<typeof UserSchema>
