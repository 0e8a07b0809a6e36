import { Fragment, type ReactNode } from 'react'
import { QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { own } from '../../shared/own.ts'
import { CHOSEN_RATINGS } from '../../shared/schema/choices.ts'
import {
  answerOf,
  type CallField,
  callFields,
  curlText,
  errorsOf,
  limitText,
  type Operation,
  type ReferenceCall,
  scriptText,
  typeText,
} from './calls.ts'
import { Table } from './docs.tsx'

const CREDENTIALS: Record<string, string> = {
  session: 'a session (the cookie __Host-session)',
  csrf: 'X-CSRFToken, the value of the cookie csrftoken',
  token: 'a session, or a token in Authorization',
}

const ROLES: Record<Operation['x-role'], string> = {
  visitor: 'Anyone.',
  user: 'Anyone who’s signed in.',
  owner: 'The owner.',
  artist: 'Artists.',
  moderator: 'Moderators and staff.',
  staff: 'Staff.',
}

function whoText({ security, 'x-role': role }: Operation): string {
  const needs = security.flatMap(Object.keys).filter((name) => role !== 'visitor' || name === 'csrf')
  if (needs.length === 0) return ROLES[role]
  return `${ROLES[role]} Needs ${needs.map((name) => own(CREDENTIALS, name) ?? name).join(', and ')}.`
}

/** A sentence whose code is between backticks. */
const Sentence = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })

const fieldRow = ({ name, in: place, required, schema, description }: CallField) =>
  [
    name,
    place,
    [typeText(schema), required ? 'required' : '', limitText(schema)].filter(Boolean).join(', '),
    description ?? schema.description ?? '',
  ] as const

type Props = { call: ReferenceCall; publicUrl: string; named: (text: string) => string }

/** One call: what it is for, what it takes, a request, an answer, its failures. `named` puts a real item into examples. */
export function CallSection({ call, publicUrl, named }: Props) {
  const { method, path, operation } = call
  const { operationId, summary } = operation
  const fields = callFields(operation)
  return (
    <article id={operationId} className="call" aria-labelledby={`${operationId}-name`}>
      <div className="call-head">
        <h3 id={`${operationId}-name`}>
          <a href={`#${operationId}`}>
            <b className={`method ${method}`}>{method.toUpperCase()}</b> <code>{path}</code>
          </a>
        </h3>
        <p>
          <Sentence text={summary} />
        </p>
      </div>
      <p className="note">{whoText(operation)}</p>
      {fields.length > 0 && <Table head={['Field', 'In', 'Takes', 'Meaning']} rows={fields.map(fieldRow)} />}
      <div className="call-code">
        <h4>curl</h4>
        <pre>{named(curlText(call, publicUrl))}</pre>
        <h4>JavaScript</h4>
        <pre>{named(scriptText(call, publicUrl))}</pre>
      </div>
      <Answer call={call} named={named} />
    </article>
  )
}

/** What a call answers, how it fails, and for a public read a way to try it. */
function Answer({ call, named }: Omit<Props, 'publicUrl'>) {
  const { method, operation } = call
  const answer = answerOf(operation)
  const errors = errorsOf(call)
  const isJson = answer?.type === 'application/json'
  return (
    <>
      {answer?.example !== undefined ? (
        <Details name="Response" code={`200 ${answer.type}`}>
          <pre>{named(JSON.stringify(answer.example, null, 2))}</pre>
        </Details>
      ) : (
        <p className="note">{answer ? `Returns 200, ${answer.type}.` : 'Returns 204, no content.'}</p>
      )}
      {errors.length > 0 && (
        <Details name="Errors" code={errors.map(([status]) => status).join(' ')}>
          <Table head={['Status', 'When']} rows={errors.map(([status, when]) => [String(status), when])} />
        </Details>
      )}
      {method === 'get' && operation['x-role'] === 'visitor' && (
        <a className="try" href={named(operation['x-example'].path)} {...(isJson && { 'data-try': '' })}>
          {isJson ? 'Try it' : 'Open'}
          <span className="name-of">{` ${operation.operationId}`}</span>
        </a>
      )}
    </>
  )
}

const Details = ({ name, code, children }: { name: string; code: string; children: ReactNode }) => (
  <details>
    <summary>
      {`${name} `}
      <code>{code}</code>
    </summary>
    {children}
  </details>
)

/** A search on this server. Without a script it opens the answer; with one, the answer is shown below. */
export const TryForm = () => (
  <section aria-labelledby="try">
    <h2 id="try">Try a search</h2>
    <form className="api-try" action="/v1/gifs/search" data-try-form>
      <label>
        <code>q</code>
        <input
          name="q"
          type="text"
          defaultValue="happy"
          required
          maxLength={QUERY_MAX_CHARS}
          autoComplete="off"
        />
      </label>
      <label>
        <code>limit</code>
        <input name="limit" type="number" defaultValue="2" min="1" max="50" />
      </label>
      <label>
        <code>rating</code>
        <select name="rating" defaultValue="g">
          {CHOSEN_RATINGS.map((rating) => (
            <option key={rating}>{rating}</option>
          ))}
        </select>
      </label>
      <button type="submit">Send</button>
    </form>
  </section>
)
