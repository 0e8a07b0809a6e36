import { categoryAnswers } from './answers/categories.ts'
import { channelAnswers } from './answers/channels.ts'
import { gifAnswers } from './answers/gifs.ts'
import { listAnswers } from './answers/lists.ts'
import { searchAnswers } from './answers/search.ts'
import { termAnswers } from './answers/terms.ts'
import type { Answers } from './ask.ts'

/** What answers each reading call of the catalogue; one without an answer does not compile. */
export const answers: Answers = {
  ...categoryAnswers,
  ...channelAnswers,
  ...gifAnswers,
  ...listAnswers,
  ...searchAnswers,
  ...termAnswers,
}
