type Props<View extends string> = {
  label: string
  views: readonly { value: View; label: string }[]
  value: View
  choose: (view: View) => void
}

/** What a page shows, one of a few: the arrow keys go through them. */
export const Views = <View extends string>({ label, views, value, choose }: Props<View>) => (
  <fieldset className="admin-views" aria-label={label}>
    {views.map((each) => (
      <label key={each.value}>
        <input
          type="radio"
          name="view"
          value={each.value}
          checked={each.value === value}
          onChange={() => choose(each.value)}
        />
        <span>{each.label}</span>
      </label>
    ))}
  </fieldset>
)
