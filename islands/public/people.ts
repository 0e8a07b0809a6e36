import { startKeepingWords, startShowingPasswords } from './keep-words.ts'

// What the forms of people's pages do beyond HTML; without it all of them are sent.
startKeepingWords()
startShowingPasswords()
