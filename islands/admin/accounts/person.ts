import type * as v from 'valibot'
import { USER_ROLES, type UserRole } from '../../../shared/schema/choices.ts'
import type { PersonSchema } from '../../../shared/schema/own/people.ts'

export type Person = v.InferOutput<typeof PersonSchema>

export const isRole = (text: string): text is UserRole => USER_ROLES.some((role) => role === text)

/** What all reads of people are named by: a change reads them anew. */
export const PEOPLE = 'people'
