import type { ShareType } from '../../../shared/limits.ts'
import type { PublicTexts } from '../../../shared/texts/public/en.ts'

type Props = {
  id: string
  label: string
  value: string
  texts: Pick<PublicTexts, 'copy' | 'copied'>
  /** How many lines it shows: one is an `<input>`, more a `<textarea>`. */
  lines?: number
  labelHidden?: boolean
  /** §9 As what its copying is counted, on an item's page. */
  shareType?: ShareType
  /** There is nothing to copy now. */
  isOff?: boolean
}

/** §5 A share field: a text to copy. A script selects it on focus or click, and makes the button work. */
export function CopyField({
  id,
  label,
  value,
  texts,
  lines = 1,
  labelHidden = false,
  shareType,
  isOff = false,
}: Props) {
  const shared = {
    id,
    readOnly: true,
    spellCheck: false,
    defaultValue: value,
    'data-share': true,
    'data-type': shareType,
  }
  return (
    <div className="copy-field" data-lines={lines > 1 ? 'many' : 'one'}>
      <label htmlFor={id} className={labelHidden ? 'name-of' : undefined}>
        {label}
      </label>
      {lines > 1 ? <textarea {...shared} rows={lines} /> : <input {...shared} />}
      <button type="button" className="copy" data-copy={id} disabled={isOff}>
        {texts.copy}
        <span className="name-of"> {label}</span>
      </button>
      {/* Empty at first: a live region that arrives with its text is not announced. */}
      <span className="copied" role="status" data-text={texts.copied} />
    </div>
  )
}
