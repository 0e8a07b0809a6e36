import { textsIn } from './texts.ts'

/** The English texts, for what speaks no other language: a bundle gets them without the rest of the table. */
export const en = textsIn('en')
