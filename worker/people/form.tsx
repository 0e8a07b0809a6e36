import type { ReactNode } from 'react'
import type { AppError } from '../../shared/errors.ts'
import type { MediaErrorReason } from '../../shared/media/limits.ts'
import { own } from '../../shared/own.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.data.ts'
import { Refusal } from '../proxy/callers.ts'
import { FormTokenError } from '../proxy/handle-call.ts'
import type { FieldRow, FormRow } from './form-rows.ts'
import type { PageState } from './people-page.tsx'

/** The values that a field may have, and what they are called. */
type Choices = readonly (readonly [value: string, name: string])[]

type Props = {
  page: PageState
  row: FormRow
  /** Before anything was typed, by the fields' names. */
  values?: Readonly<Record<string, string>>
  /** The row that a form of one button is about. */
  id?: string
  /** What such a button is about, for those who do not see the row. */
  about?: string
  /** Whose password it takes: password managers look for a name next to it. */
  owner?: string
  className?: string
  /** What a field may be whose alternatives are no fixed words, by its name. */
  choices?: Readonly<Record<string, Choices>>
  /** In front of its fields. */
  children?: ReactNode
  /** Where it posts to, if not to the page's own address. */
  action?: string
  /** Attributes for its script. */
  data?: Readonly<Record<`data-${string}`, string>>
}

/** Without a script: a reader of the page begins where something has happened. */
export const focused = (is: boolean) => ({ autoFocus: is })

const NONE: Problems = { fields: {} }

/**
 * A form that posts to the page's own address. After a failure it has what was typed, except for passwords, and says what
 * is wrong: above all, and at each field; the first of them gets the focus.
 */
export function PostForm({
  page,
  row,
  values = {},
  id,
  about,
  owner,
  action,
  choices = {},
  children,
  className = '',
  data = {},
}: Props) {
  const { texts, sent, csrf } = page
  const isSent = sent !== undefined && (sent.fields.form ?? row.name) === row.name && sent.fields.id === id
  const problems = isSent ? problemsOf(sent.error, row, texts) : NONE
  const [first] = row.fields.filter(({ name }) => own(problems.fields, name))
  const shown = isSent ? { ...values, ...sent.fields } : values
  return (
    <form
      method="post"
      action={action}
      className={`form ${className}`}
      encType={row.fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
      data-keeps={row.keeps && (isSent ? 'refused' : '')}
      {...data}
    >
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="form" value={row.name} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {owner && (
        <input type="text" name="owner" autoComplete="username" defaultValue={owner} hidden readOnly />
      )}
      <Summary page={page} row={row} problems={problems} />
      {children}
      {row.fields.map((field) => (
        <Field
          key={field.name}
          page={page}
          field={field}
          id={`${row.name}-${field.name}`}
          value={isSent ? sentOf(field, shown) : (own(values, field.name) ?? '')}
          problem={own(problems.fields, field.name)}
          choices={own(choices, field.name)}
          focus={field === first}
        />
      ))}
      <button type="submit" className={`act ${row.tone ?? ''}`}>
        {texts[row.submit]}
        {about && <span className="name-of"> {about}</span>}
      </button>
    </form>
  )
}

/** What was typed into a field; of `checks`, the names of those that were ticked. */
function sentOf({ name, type, options = [] }: FieldRow, shown: Readonly<Record<string, string>>): string {
  if (type !== 'checks') return own(shown, name) ?? ''
  return options.flatMap(([option]) => (own(shown, `${name}-${option}`) ? option : [])).join()
}

function Summary({ page: { texts }, row, problems }: { page: PageState; row: FormRow; problems: Problems }) {
  const wrong = row.fields.filter(({ name }) => own(problems.fields, name))
  if (!problems.whole && wrong.length === 0) return null
  return (
    <div className="said wrong" role="alert" tabIndex={-1} {...focused(wrong.length === 0)}>
      <p className="said-title">{problems.whole ?? texts.problem}</p>
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ name, label }) => (
            <li key={name}>
              <a href={`#${row.name}-${name}`}>{texts[label]}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FieldProps = {
  page: PageState
  field: FieldRow
  id: string
  value: string
  problem: string | undefined
  choices: Choices | undefined
  focus: boolean
}

function Field({ page: { texts }, field, id, value, problem, choices, focus }: FieldProps) {
  const { name, label, hint, byMouse, type, optional } = field
  const described = [hint && !byMouse && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required: !optional,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    ...focused(focus),
  }
  const note = hint && (
    <p className={byMouse ? 'note by-mouse' : 'note'} id={`${id}-hint`}>
      {texts[hint]}
    </p>
  )
  const wrong = problem && (
    <p className="problem" id={`${id}-problem`}>
      {problem}
    </p>
  )
  const parts = { field, common, value, texts, note, wrong, choices }
  if (type === 'check') return <Check {...parts} />
  if (type === 'radio' || type === 'checks') return <Alternatives {...parts} />
  return (
    <div className="entry" data-field={name}>
      <label htmlFor={id}>{texts[label]}</label>
      {note}
      <Control {...parts} />
      {type === 'password' && (
        <label className="check show-password">
          <input type="checkbox" data-shows={id} />
          {texts.passwordShow}
        </label>
      )}
      {wrong}
    </div>
  )
}

type Parts = {
  field: FieldRow
  common: {
    id: string
    name: string
    required: boolean
    autoFocus: boolean
    'aria-describedby': string | undefined
  }
  value: string
  texts: PageState['texts']
  note: ReactNode
  wrong: ReactNode
  choices: Choices | undefined
}

const Check = ({ field, common, value, texts, wrong }: Parts) => (
  <div className="entry">
    <label className="check">
      <input type="checkbox" {...common} value="true" defaultChecked={value === 'true'} />
      {texts[field.label]}
    </label>
    {wrong}
  </div>
)

/** A few alternatives, one below the other; of `checks`, several. */
const Alternatives = ({ field, common, value, texts, note, wrong }: Parts) => (
  <fieldset className="entry choices" aria-describedby={common['aria-describedby']}>
    <legend>{texts[field.label]}</legend>
    {note}
    {/* Nothing is sent for what is not ticked. */}
    {field.type === 'checks' && <input type="hidden" name={field.name} value="some" />}
    {(field.options ?? []).map(([option, text], at) => (
      <label key={option} className="check">
        <input
          {...common}
          {...(field.type === 'checks'
            ? { type: 'checkbox', name: `${field.name}-${option}`, value: 'true', required: false }
            : { type: 'radio', value: option })}
          id={at === 0 ? common.id : `${common.id}-${option}`}
          aria-describedby={undefined}
          {...focused(common.autoFocus && at === 0)}
          defaultChecked={value.split(',').includes(option)}
        />
        {texts[text]}
      </label>
    ))}
    {wrong}
  </fieldset>
)

/** Where a visitor types, or chooses. */
function Control({ field, common, value, texts, choices }: Parts) {
  const { name, type = 'text', options = [], accept, autoComplete = 'off', max, min } = field
  if (type === 'file') return <input type="file" {...common} accept={accept} />
  if (type === 'select') {
    return (
      <select {...common} autoComplete={autoComplete} defaultValue={value}>
        {(choices ?? options.map(([option, text]) => [option, texts[text]] as const)).map(
          ([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ),
        )}
      </select>
    )
  }
  const typed = { ...common, autoComplete, maxLength: max, minLength: min, dir: 'auto' }
  if (type === 'area') return <textarea {...typed} rows={3} defaultValue={value} />
  return (
    <input
      {...typed}
      type={type}
      inputMode={type === 'email' || type === 'url' ? type : undefined}
      defaultValue={type === 'password' ? undefined : value}
      {...((name === 'username' || type === 'password') && { autoCapitalize: 'none', spellCheck: false })}
    />
  )
}

/** What is wrong with a form, in the visitor's language: as a whole, and by the names of its fields. */
type Problems = { whole?: string; fields: Readonly<Record<string, string>> }

const detailOf = (error: AppError): Readonly<Record<string, string>> =>
  'detail' in error && typeof error.detail === 'object' ? (error.detail as Record<string, string>) : {}

const HOUR_S = 3600

/** T60: where a day is full, the next one helps, not the next minute. */
const tooMany = (error: AppError) =>
  'retryAfter' in error && Number(error.retryAfter) > HOUR_S ? 'tooManyToday' : 'tooMany'

/** What a failure means for the form whose call it is. */
function problemsOf(error: AppError, form: FormRow, texts: PeopleTexts): Problems {
  if (error instanceof FormTokenError) return { whole: texts.formOver, fields: {} }
  if (error.kind === 'rate-limited') return { whole: texts[tooMany(error)], fields: {} }
  const isFields = ['invalid-input', 'forbidden', 'conflict'].includes(error.kind)
  const fields = isFields ? fieldProblems(error, form, texts) : {}
  if (Object.keys(fields).length > 0) return { fields }
  const known = form.problems?.[error.kind]
  if (!known) return { whole: 'token' in detailOf(error) ? texts.linkOver : texts.failed, fields: {} }
  // Staff's own words, where there are some.
  const text = [texts[known.text], error.kind === 'suspended' && own(detailOf(error), 'reason')]
    .filter(Boolean)
    .join(' ')
  return known.field ? { fields: { [known.field]: text } } : { whole: text, fields: {} }
}

function fieldProblems(error: AppError, form: FormRow, texts: PeopleTexts): Record<string, string> {
  const detail = detailOf(error)
  // The messages are for programs, and English. What a site elsewhere refuses had the right form.
  const said = (name: string) => own(detail, name) ?? ''
  const isTaken = (name: string) =>
    error instanceof Refusal || error.kind === 'conflict' || said(name).endsWith('is taken')
  const isCommon = (name: string) => said(name).includes(' is too common')
  const isBlocked = (name: string) => said(name).endsWith('that is blocked here')
  // A file's has its reason in front (`MediaError`).
  const reasonOf = (name: string) => said(name).split(':', 1)[0] as MediaErrorReason
  const isForbidden = error.kind === 'forbidden'
  return Object.fromEntries(
    form.fields
      .filter(({ name, refused }) => Object.hasOwn(detail, name) && (!isForbidden || refused))
      .map(({ name, wrong = 'failed', wrongs, taken, common, refused }) => {
        const usual = (taken && isTaken(name) && taken) || (common && isCommon(name) && common) || wrong
        if (isBlocked(name)) return [name, texts.wordBlocked]
        return [name, texts[(isForbidden && refused) || (wrongs?.[reasonOf(name)] ?? usual)]]
      }),
  )
}
