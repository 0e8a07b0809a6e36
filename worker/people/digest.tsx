import type { OwnDigest } from '../../shared/schema/own/digests.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { form } from './form-rows.ts'
import { leadTo, type Outcome, type PageState } from './people-page.tsx'

const DIGEST = form(
  'digest',
  [
    {
      name: 'every',
      label: 'digestEvery',
      type: 'select',
      options: [
        ['off', 'digestOff'],
        ['hour', 'digestHour'],
        ['day', 'digestDay'],
      ],
    },
    {
      name: 'queue_over',
      label: 'digestQueue',
      hint: 'digestQueueHint',
      wrong: 'digestQueueWrong',
      max: 5,
    },
  ],
  'save',
)

/** What a moderator has mailed: a part of `/account`. */
export const DigestSection = ({ page, digest }: { page: PageState; digest: OwnDigest }) => (
  <Section title={page.texts.digest} text={page.texts.digestText} id="digest">
    <PostForm
      page={page}
      row={DIGEST}
      values={{ every: digest.every, queue_over: String(digest.queue_over) }}
    />
  </Section>
)

/** Its form. */
export const digestForm = {
  digest: (c: PageState['c'], { every, queue_over }: Readonly<Record<string, string>>): Promise<Outcome> =>
    pageCall(c, 'putDigest', { every, queue_over }).then(leadTo('/account?done=saved')),
}
