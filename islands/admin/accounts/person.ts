import type * as v from 'valibot'
import type { PersonSchema } from '../../../shared/schema/own-site.ts'

export type Person = v.InferOutput<typeof PersonSchema>

export const ROLES = ['user', 'artist', 'moderator', 'staff'] as const
export type Role = (typeof ROLES)[number]
export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

export const RATINGS = ['g', 'pg', 'pg-13', 'r'] as const

/** What all reads of people are named by: a change reads them anew. */
export const PEOPLE = 'people'
