import { byLanguage } from '../languages.ts'
import { peopleTextsIn } from './people-texts.ts'
import { UPLOAD_WORDS } from './upload-words.ts'

const NAMES = [...UPLOAD_WORDS, 'uploadText'] as const

/** Of people's texts, what the staff's list of uploads says. */
export const UPLOAD_TEXTS = byLanguage((language) => {
  const texts = peopleTextsIn(language)
  return Object.fromEntries(NAMES.map((name) => [name, texts[name]])) as UploadTexts
})

export type UploadTexts = Readonly<Record<(typeof NAMES)[number], string>>
