import { expect, it } from 'vitest'
import { languages } from '../languages.ts'
import { ADMIN_TEXTS } from './admin-texts.ts'

type Groups = Record<string, Record<string, string>>

const rowsOf = (groups: Groups) =>
  Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
  )
const english = new Map(rowsOf(ADMIN_TEXTS.en))
const placesOf = (text = '') => text.match(/\{\w+\}/g)?.sort()

it.each(languages)('%s says everything on staff pages, and fills the same names', (language) => {
  for (const [name, text] of rowsOf(ADMIN_TEXTS[language])) {
    expect(text, name).not.toBe('')
    expect([name, placesOf(text)]).toEqual([name, placesOf(english.get(name))])
  }
})

/** Texts that a language writes as English does. */
const SAME = new Set(['accounts.stateDone', 'reports.decidedBy', 'overview.copies'])

it.each(languages.filter((language) => language !== 'en'))('%s leaves nothing in English', (language) => {
  const same = rowsOf(ADMIN_TEXTS[language]).filter(
    ([name, text]) => text.includes(' ') && english.get(name) === text,
  )
  expect(same.filter(([name]) => !SAME.has(name))).toEqual([])
})
