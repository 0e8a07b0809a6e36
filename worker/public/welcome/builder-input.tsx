import type { BuilderField } from '../../../shared/public/builder-fields.ts'
import type { PublicTexts } from '../../../shared/texts/public-en.ts'
import { LANGUAGE_NAMES } from '../../../shared/texts/public-texts.ts'

type Props = {
  field: BuilderField
  texts: PublicTexts
  form: URLSearchParams
  label?: string
}

/** What the fields are called, where it is not their own name. */
const LABELS: Record<string, keyof PublicTexts> = {
  borderRadius: 'radius',
  frameTheme: 'theme',
  frameLang: 'language',
  noResultsMessage: 'noResults',
}

/** What choices are called; what has no text of ours is called what it is. */
const VALUES: Record<string, keyof PublicTexts> = {
  'type=gifs': 'gifs',
  'type=stickers': 'stickers',
  'type=text': 'text',
  'type=emoji': 'emoji',
  'frameTheme=auto': 'themeAuto',
  'frameTheme=light': 'themeLight',
  'frameTheme=dark': 'themeDark',
  'frameLang=': 'langAuto',
  'rating=': 'ratingAny',
}

/** One option as its kind of control. */
export function BuilderInput({ field, texts, form, label }: Props) {
  const { name, on } = field
  const id = `b-${name}`
  const text = label ?? texts[LABELS[name] ?? (name as keyof PublicTexts)]
  const place = on.map((surface) => `on-${surface}`).join(' ')
  const given = form.get(name)
  if (field.kind === 'flag') {
    return (
      <label className={`field flag ${place}`}>
        <input type="checkbox" name={name} defaultChecked={given !== null} />
        {text}
      </label>
    )
  }
  return (
    <div className={`field ${place}`}>
      <label htmlFor={id}>{text}</label>
      {field.kind === 'choice' && (
        <select id={id} name={name} defaultValue={given ?? field.values[0]}>
          {field.values.map((value) => (
            <option key={value} value={value}>
              {valueText(name, value, texts)}
            </option>
          ))}
        </select>
      )}
      {field.kind === 'number' && (
        <input
          id={id}
          name={name}
          type="number"
          min={field.range[0]}
          max={field.range[1]}
          placeholder={field.usual?.toString() ?? 'auto'}
          defaultValue={given ?? ''}
        />
      )}
      {field.kind === 'text' && <input id={id} name={name} defaultValue={given ?? ''} maxLength={100} />}
    </div>
  )
}

const valueText = (name: string, value: string, texts: PublicTexts): string => {
  const key = VALUES[`${name}=${value}`]
  if (key) return texts[key]
  return name === 'frameLang' ? LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES] : value.toUpperCase()
}

type ChoiceProps = {
  name: string
  label: string
  current: string
  of: readonly (readonly [string, string])[]
}

/** A few alternatives side by side. */
export const Choice = ({ name, label, current, of }: ChoiceProps) => (
  <fieldset className="choice wide">
    <legend className="name-of">{label}</legend>
    {of.map(([value, text]) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={value === current} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
)
