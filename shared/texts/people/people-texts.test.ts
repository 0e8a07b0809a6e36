import { expect, it } from 'vitest'
import { languages } from '../languages.ts'
import { peopleEn } from './en.data.ts'
import { peopleTextsIn } from './people-texts.ts'

const names = Object.keys(peopleEn) as (keyof typeof peopleEn)[]
const placesOf = (text: string) => text.match(/\{\w+\}/g)?.sort()

it.each(languages)('%s says everything on people’s pages, and fills the same names', (language) => {
  const texts = peopleTextsIn(language)
  for (const name of names) {
    expect(texts[name]).not.toBe('')
    expect(placesOf(texts[name])).toEqual(placesOf(peopleEn[name]))
  }
})

it.each(languages.filter((language) => language !== 'en'))('%s leaves nothing in English', (language) => {
  const texts = peopleTextsIn(language)
  const sentences = names.filter((name) => peopleEn[name].includes(' '))
  expect(sentences.filter((name) => texts[name] === peopleEn[name])).toEqual([])
})
