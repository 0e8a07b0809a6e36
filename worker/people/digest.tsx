import type { OwnDigest } from '../../shared/schema/own/digests.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { form } from './form-rows.ts'
import { type Fields, leadTo, type Outcome, type PageState } from './people-page.tsx'

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
    { name: 'quiet_from', label: 'digestQuietFrom', type: 'select', optional: true },
    { name: 'quiet_to', label: 'digestQuietTo', type: 'select', optional: true },
    {
      name: 'zone',
      label: 'digestZone',
      hint: 'digestZoneHint',
      wrong: 'digestZoneWrong',
      max: 64,
      optional: true,
    },
  ],
  'save',
)

/** No hour, and those of a day. */
const HOURS = [
  ['', '–'] as const,
  ...Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const),
]

/** What a moderator has mailed: a part of `/account`. */
export const DigestSection = ({ page, digest }: { page: PageState; digest: OwnDigest }) => (
  <Section title={page.texts.digest} text={page.texts.digestText} id="digest">
    <PostForm
      page={page}
      row={DIGEST}
      values={{
        every: digest.every,
        queue_over: String(digest.queue_over),
        quiet_from: String(digest.quiet_from ?? ''),
        quiet_to: String(digest.quiet_to ?? ''),
        zone: digest.zone,
      }}
      choices={{ quiet_from: HOURS, quiet_to: HOURS }}
    />
  </Section>
)

/** Its form. */
export const digestForm = {
  digest: (c: PageState['c'], { every, queue_over, quiet_from, quiet_to, zone }: Fields): Promise<Outcome> =>
    pageCall(c, 'putDigest', { every, queue_over, quiet_from, quiet_to, zone }).then(
      leadTo('/account?done=saved'),
    ),
}
