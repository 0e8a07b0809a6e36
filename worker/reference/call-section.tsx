import { Fragment } from 'react'
import { QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { CHOSEN_RATINGS } from '../../shared/schema/choices.ts'
import {
  answerOf,
  type Call,
  curlText,
  errorsOf,
  type Field,
  fieldsOf,
  limitText,
  type Operation,
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
  return `${ROLES[role]} Needs ${needs.map((name) => CREDENTIALS[name] ?? name).join(', and ')}.`
}

/** A sentence whose code is between backticks. */
const Sentence = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })

const fieldRow = ({ name, in: place, required, schema, description }: Field) =>
  [
    name,
    place,
    [typeText(schema), required ? 'required' : '', limitText(schema)].filter(Boolean).join(', '),
    description ?? schema.description ?? '',
  ] as const

type Props = { call: Call; publicUrl: string; named: (text: string) => string }

/** One call: what it is for, what it takes, a request, an answer, its failures. `named` puts a real item into examples. */
export function CallSection({ call, publicUrl, named }: Props) {
  const { method, operation } = call
  const { operationId } = operation
  const fields = fieldsOf(operation)
  const answer = answerOf(operation)
  const isPublicRead = method === 'get' && operation['x-role'] === 'visitor'
  return (
    <article id={operationId} className="call" aria-labelledby={`${operationId}-name`}>
      <CallHead call={call} />
      <p className="note">{whoText(operation)}</p>
      {fields.length > 0 && <Table head={['Field', 'In', 'Takes', 'Meaning']} rows={fields.map(fieldRow)} />}
      <div className="call-code">
        <h4>curl</h4>
        <pre>{named(curlText(call, publicUrl))}</pre>
        <h4>JavaScript</h4>
        <pre>{named(scriptText(call, publicUrl))}</pre>
      </div>
      {answer?.example !== undefined ? (
        <details>
          <summary>
            Response <code>{`200 ${answer.type}`}</code>
          </summary>
          <pre>{named(JSON.stringify(answer.example, null, 2))}</pre>
        </details>
      ) : (
        <p className="note">{answer ? `Returns 200, ${answer.type}.` : 'Returns 204, no content.'}</p>
      )}
      <Failures call={call} />
      {isPublicRead && (
        <a
          className="try"
          href={named(operation['x-example'].path)}
          {...(answer?.type === 'application/json' && { 'data-try': '' })}
        >
          {answer?.type === 'application/json' ? 'Try it' : 'Open'}
          <span className="name-of">{` ${operationId}`}</span>
        </a>
      )}
    </article>
  )
}

function CallHead({ call: { method, path, operation } }: { call: Call }) {
  const { operationId, summary } = operation
  return (
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
  )
}

function Failures({ call }: { call: Call }) {
  const errors = errorsOf(call)
  if (errors.length === 0) return null
  return (
    <details>
      <summary>
        Errors <code>{errors.map(([status]) => status).join(' ')}</code>
      </summary>
      <Table
        head={['Status', 'When']}
        rows={errors.map(([status, when]) => [String(status), when] as const)}
      />
    </details>
  )
}

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
