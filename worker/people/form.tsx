import type { FieldRow, FormRow } from './form-rows.ts'
import type { PageState } from './people-page.tsx'
import { type Problems, problemsOf } from './problems.ts'

type Props = {
  page: PageState
  row: FormRow
  /** Before anything was typed, by the fields' names. */
  values?: Readonly<Record<string, string>>
  /** The row that a form of one button is about. */
  id?: string
  /** What such a button is about, for those who do not see the row. */
  about?: string
  /** Whose password it takes: password managers look for a name beside it. */
  owner?: string
}

/** Without a script: whoever reads the page begins where something has happened. */
export const focused = (is: boolean) => ({ autoFocus: is })

const NONE: Problems = { fields: {} }

/**
 * A form that posts to the page's own address. After a failure it has what was typed, except for passwords, and says what
 * is wrong: above all, and beside each field; the first of them gets the focus.
 */
export function Form({ page, row, values = {}, id, about, owner }: Props) {
  const { texts, sent, csrf } = page
  const isSent = sent !== undefined && (sent.fields.form ?? row.name) === row.name && sent.fields.id === id
  const problems = isSent ? problemsOf(sent.error, row, texts) : NONE
  const [first] = row.fields.filter(({ name }) => problems.fields[name])
  const shown = isSent ? { ...values, ...sent.fields } : values
  return (
    <form method="post" className="form">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="form" value={row.name} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {owner && (
        <input type="text" name="owner" autoComplete="username" defaultValue={owner} hidden readOnly />
      )}
      <Summary page={page} row={row} problems={problems} />
      {row.fields.map((field) => (
        <Field
          key={field.name}
          page={page}
          field={field}
          id={`${row.name}-${field.name}`}
          value={shown[field.name] ?? ''}
          problem={problems.fields[field.name]}
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

function Summary({ page: { texts }, row, problems }: { page: PageState; row: FormRow; problems: Problems }) {
  const wrong = row.fields.filter(({ name }) => problems.fields[name])
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
  focus: boolean
}

function Field({ page: { texts }, field, id, value, problem, focus }: FieldProps) {
  const { name, label, hint, type = 'text', autoComplete, max, min, optional } = field
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required: !optional,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    ...focused(focus),
  }
  if (type === 'check') {
    return (
      <label className="check">
        <input type="checkbox" {...common} value="true" defaultChecked={value === 'true'} />
        {texts[label]}
      </label>
    )
  }
  const typed = { ...common, autoComplete, maxLength: max, minLength: min, dir: 'auto' }
  return (
    <div className="entry">
      <label htmlFor={id}>{texts[label]}</label>
      {hint && (
        <p className="note" id={`${id}-hint`}>
          {texts[hint]}
        </p>
      )}
      {type === 'area' ? (
        <textarea {...typed} rows={3} defaultValue={value} />
      ) : (
        <input
          {...typed}
          type={type}
          inputMode={type === 'email' || type === 'url' ? type : undefined}
          defaultValue={type === 'password' ? undefined : value}
          {...(name === 'username' && { autoCapitalize: 'none', spellCheck: false })}
        />
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
