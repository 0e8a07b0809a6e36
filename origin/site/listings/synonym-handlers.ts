import { AppError, fieldError } from '../../../shared/errors.ts'
import { LISTINGS } from '../../../shared/schema/own/listings.ts'
import {
  deleteSynonym,
  findSynonym,
  insertedSynonym,
  insertSynonym,
  listSynonyms,
  type SynonymRow,
  updateSynonym,
} from '../../listings/synonym-rows.ts'
import { foldedText } from '../../words.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** @throws InputError for words that mean nothing else, or that no search has */
function assertMeaning({ words, means }: Pick<SynonymRow, 'words' | 'means'>): void {
  for (const [field, list] of Object.entries({ words, means })) {
    const empty = list.find((text) => foldedText(text) === '')
    if (empty !== undefined)
      throw fieldError(field, `${field} has an entry without letters or digits: ${empty}`)
  }
  if (means.length === 0 && words.length < 2)
    throw fieldError('words', 'words must be two at least where means is empty')
}

const noSuchSynonym = () => new AppError('not-found', 'There is no such synonym')

/** Words that also find what others mean: staff write them. */
export const synonymHandlers = {
  async synonyms({ d1 }) {
    const results = await listSynonyms(d1)
    return { body: { results, count: results.length } }
  },

  async createSynonym({ d1, actor, nowMs }, given) {
    assertMeaning(given)
    const act = { action: 'synonym.create', target: `synonym/${given.words.join(', ')}`, nowMs }
    const [made] = await d1.batch(insertSynonym(d1, given, [auditIfChanged(d1, personOf(actor), act)]))
    const row = insertedSynonym(made)
    if (!row)
      throw new AppError('conflict', `There are ${LISTINGS.synonyms} synonyms already: delete one first`)
    return { status: 201, body: row }
  },

  /** Changes what is given. */
  async updateSynonym({ d1, actor, nowMs }, { id, ...given }) {
    const before = await findSynonym(d1, id)
    if (!before) throw noSuchSynonym()
    const { words = before.words, means = before.means, lang = before.lang } = given
    const row = { id: before.id, words, means, lang }
    assertMeaning(row)
    const act = { action: 'synonym.update', target: `synonym/${before.id}`, nowMs }
    await d1.batch(updateSynonym(d1, row, [auditIfChanged(d1, personOf(actor), act)]))
    return { body: row }
  },

  /** Answers what was deleted, so that it can be made again. */
  async deleteSynonym({ d1, actor, nowMs }, { id }) {
    const row = await findSynonym(d1, id)
    if (!row) throw noSuchSynonym()
    const act = { action: 'synonym.delete', target: `synonym/${row.words.join(', ')}`, nowMs }
    await d1.batch([deleteSynonym(d1, id), auditIfChanged(d1, personOf(actor), act)])
    return { body: row }
  },
} satisfies SiteHandlers
