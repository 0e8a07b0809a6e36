type ChoiceProps = {
  name: string
  label: string
  current: string
  of: readonly (readonly [string, string])[]
  isLabelled?: boolean
}

/** A few alternatives side by side. */
export const Choice = ({ name, label, current, of, isLabelled = false }: ChoiceProps) => (
  <fieldset className="choices wide">
    <legend className={isLabelled ? undefined : 'name-of'}>{label}</legend>
    <div className="choice">
      {of.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === current} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
