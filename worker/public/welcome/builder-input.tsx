import { own } from '../../../shared/own.ts'
import type { BuilderField } from '../../../shared/public/builder-fields.data.ts'
import type { Control } from '../../../shared/public/control.ts'
import { LANGUAGE_NAMES } from '../../../shared/texts/languages.ts'
import type { PublicTexts } from '../../../shared/texts/public/en.ts'
import { OPTIONS } from '../../../shared/widgets/options.ts'

type OptionProps = {
  field: BuilderField
  texts: PublicTexts
  form: URLSearchParams
  problem?: string | undefined
}

const LANGUAGES: Readonly<Record<string, string>> = LANGUAGE_NAMES

/** The field for an option, with the texts that its row names. */
export function OptionInput({ field, texts, form, problem }: OptionProps) {
  const builder = own(OPTIONS, field.option)?.builder
  const choiceText = (value: string) => {
    const key = own(builder?.choices ?? {}, value)
    return key ? texts[key] : (own(LANGUAGES, value) ?? value.toUpperCase())
  }
  const label = builder ? texts[builder.label] : field.name
  return <BuilderInput field={field} label={label} form={form} choiceText={choiceText} problem={problem} />
}

type Props = {
  field: (Control | { kind: 'text'; maxLength: number }) & Pick<BuilderField, 'name' | 'on'>
  label: string
  form: URLSearchParams
  choiceText?: (value: string) => string
  /** What is wrong with its value. */
  problem?: string | undefined
}

/** A field as the HTML control of its kind. It is visible for the surfaces in `on`. */
export function BuilderInput({ field, label, form, choiceText = String, problem }: Props) {
  const { name, on } = field
  const id = `b-${name}`
  const place = on.map((surface) => `on-${surface}`).join(' ')
  const given = form.get(name)
  if (field.kind === 'flag') {
    return (
      <label className={`field flag ${place}`}>
        <input type="checkbox" name={name} defaultChecked={given !== null} />
        {label}
      </label>
    )
  }
  return (
    <div className={`field ${place}`}>
      <label htmlFor={id}>{label}</label>
      {field.kind === 'choice' && (
        <select id={id} name={name} defaultValue={given ?? field.values[0]}>
          {field.values.map((value) => (
            <option key={value} value={value}>
              {choiceText(value)}
            </option>
          ))}
        </select>
      )}
      {field.kind !== 'choice' && (
        <input id={id} name={name} {...boundsOf(field)} defaultValue={given ?? ''} {...wrong(id, problem)} />
      )}
      <Problem id={id} text={problem} />
    </div>
  )
}

const boundsOf = (field: Props['field']) =>
  field.kind === 'number'
    ? { type: 'number', min: field.range[0], max: field.range[1], placeholder: String(field.usual ?? 'auto') }
    : { maxLength: 'maxLength' in field ? field.maxLength : 100 }

/** The attributes of a control whose value is wrong. */
export const wrong = (id: string, problem: string | undefined) =>
  problem ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-problem` } as const) : {}

/** What is wrong with a field, below it. The script writes the same markup (`islands/public/welcome.ts`). */
export const Problem = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p className="problem" id={`${id}-problem`}>
      {text}
    </p>
  ) : null
