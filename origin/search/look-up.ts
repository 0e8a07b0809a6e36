import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { foundRows } from '../sql.ts'
import { readIndexed } from './index-items.ts'
import { type KnownTerm, type Plan, planOf, termsIn } from './plan.ts'
import type { Understood } from './query.ts'

/** Channels of a tree that are read. */
const TREE_MAX = 50

/** The condition that a channel is called so, by its slug or number. */
export const named = (scope: string) =>
  `(slug = ${scope} OR (${scope} NOT GLOB '*[^0-9]*' AND id = CAST(${scope} AS INTEGER))) AND is_visible = 1`

/** A CTE `tree` of a channel and all channels below it. */
export const treeOf = (scope: string) => `
  RECURSIVE tree (id) AS (
    SELECT id FROM channels
     WHERE ${named(scope)}
     UNION
    SELECT c.id FROM tree JOIN channels AS c ON c.parent = tree.id AND c.is_visible = 1
     LIMIT ${TREE_MAX})`

const KNOWN = 'JOIN search_terms AS t ON t.term = wanted.value WHERE t.items > 0'
const TERMS = `SELECT t.term, t.id, t.items FROM json_each(?1) AS wanted CROSS ${KNOWN}`

// The scope names a user, or a channel with all channels below it.
const SCOPE_TERMS = `
  WITH ${treeOf('?1')},
  wanted (value) AS (
    SELECT '@' || id FROM users WHERE username = ?1
     UNION ALL
    SELECT '#' || id FROM tree)
  SELECT t.term, t.id, t.items FROM wanted CROSS ${KNOWN}`
const TermRow = v.object({ term: v.string(), id: v.number(), items: v.number() })

const NODES = `
  WITH named AS MATERIALIZED (
    SELECT id FROM category_nodes WHERE term = ?1 UNION SELECT node FROM category_names WHERE term = ?1)
  SELECT id FROM named UNION SELECT id FROM category_nodes WHERE parent IN (SELECT id FROM named)`
const NodeRow = v.object({ id: v.number() })

/** A text that is searched: understood, and, as the names of categories are compared. */
export type Searched = { understood: Understood; name: string }

/** What a search is for, and the categories that are called so with all below them. */
export type Goal = { plan: Plan; nodes: number[] }

function statementsOf(db: D1Database, { understood, name }: Searched): D1PreparedStatement[] {
  const terms = db.prepare(TERMS).bind(JSON.stringify(termsIn(understood)))
  const { scope } = understood
  return [terms, scope === null ? db.prepare(NODES).bind(name) : db.prepare(SCOPE_TERMS).bind(scope)]
}

/** What the library knows of some texts, in one batch. */
export async function lookUp(db: D1Database, texts: readonly Searched[]): Promise<Goal[]> {
  const results = await readIndexed(
    db,
    texts.flatMap((text) => statementsOf(db, text)),
  )
  return texts.map(({ understood }, at) => {
    const rows = (of: number): KnownTerm[] => foundRows(TermRow, results[2 * at + of])
    const known = new Map(rows(0).map((term) => [term.term, term]))
    const isFree = understood.scope === null
    const plan = planOf(understood, known, isFree ? undefined : rows(1))
    return { plan, nodes: isFree ? foundRows(NodeRow, results[2 * at + 1]).map(({ id }) => id) : [] }
  })
}
