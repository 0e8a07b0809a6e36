import type { D1Database } from '@cloudflare/workers-types'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../shared/server/origin.ts'
import { can, permit, type RowAction } from './actor.ts'

const person = (role: Exclude<Actor['role'], 'visitor'>, id: string): Actor => ({ role, id, by: 'session' })
const ACTORS: Record<string, Actor> = {
  visitor: { role: 'visitor' },
  owner: person('user', 'ann'),
  other: person('user', 'bob'),
  artist: person('artist', 'art'),
  moderator: person('moderator', 'mia'),
  staff: person('staff', 'sam'),
}
const ALL = Object.keys(ACTORS)
const HIDDEN = { user_id: 'ann', isHidden: true }
const SHOWN = { user_id: 'ann', isHidden: false }

const whoMay = (action: RowAction, row: typeof HIDDEN) =>
  Object.entries(ACTORS)
    .filter(([, actor]) => can(actor, action, row))
    .map(([name]) => name)

describe('T35: who may act on a row (docs/contract.md, Roles)', () => {
  it('everybody sees what is not hidden; owner, moderators and staff see the rest', () => {
    expect(whoMay('see', SHOWN)).toEqual(ALL)
    expect(whoMay('see', HIDDEN)).toEqual(['owner', 'moderator', 'staff'])
  })

  it.each([SHOWN, HIDDEN])('the owner and staff edit and delete, moderators hide too (%o)', (row) => {
    expect(whoMay('edit', row)).toEqual(['owner', 'staff'])
    expect(whoMay('delete', row)).toEqual(['owner', 'staff'])
    expect(whoMay('hide', row)).toEqual(['owner', 'moderator', 'staff'])
  })

  it('what nobody owns is the staff’s', () => {
    expect(can({ role: 'visitor' }, 'edit', { user_id: null })).toBe(false)
    expect(ALL.filter((name) => can(ACTORS[name] as Actor, 'edit', { user_id: null }))).toEqual(['staff'])
  })

  it('a hidden row is not there for others, a row of somebody else is forbidden', () => {
    const writer = { d1: {} as D1Database, actor: ACTORS.other as Actor, nowMs: 0 }
    const act = { action: 'gif.edit', target: 'gif/a' }
    const edit = (row: typeof HIDDEN | undefined) => permit(writer, 'edit', row, act)
    expect(() => edit(HIDDEN)).toThrow(expect.objectContaining({ kind: 'not-found' }))
    expect(() => edit(undefined)).toThrow(expect.objectContaining({ kind: 'not-found' }))
    expect(() => edit(SHOWN)).toThrow(expect.objectContaining({ kind: 'forbidden' }))
  })
})
