import type { ReactNode } from 'react'
import type { PeopleTexts } from '../../shared/texts/people/en.ts'
import type { PageState } from './people-page.tsx'

/** What a page says after a form: the names that `?done=` may have. */
const DONE = {
  'signed-out': 'signedOut',
  reset: 'passwordReset',
  confirmed: 'confirmed',
  deleted: 'deleted',
  sent: 'forgotSent',
  saved: 'saved',
  email: 'emailSent',
  password: 'passwordChanged',
  session: 'sessionEnded',
  token: 'tokenDeleted',
  gif: 'gifDeleted',
} as const satisfies Record<string, keyof PeopleTexts>

const isDone = (name: string): name is keyof typeof DONE => Object.hasOwn(DONE, name)

/** What the form before has done, said once. */
export function Done({ page: { c, texts, sent } }: { page: PageState }) {
  const done = c.req.query('done') ?? ''
  if (sent || !isDone(done)) return null
  return (
    <p className="said" role="status">
      {texts[DONE[done]]}
    </p>
  )
}

type Props = { page: PageState; title: string; text?: string; children?: ReactNode }

/** The one thing of a page: its headline, a sentence, and its form. */
export const Panel = ({ page, title, text, children }: Props) => (
  <div className="panel">
    <h1>{title}</h1>
    <Done page={page} />
    {text && <p className="note panel-text">{text}</p>}
    {children}
  </div>
)
