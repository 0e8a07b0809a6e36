import { COMMANDS } from './guide-rows.ts'

/** A button for each command of the element next to it. Their script is `islands/public/guide.ts`. */
export const Commands = () => (
  <fieldset className="guide-commands">
    <legend>Commands</legend>
    {Object.entries(COMMANDS).map(([name, is]) => (
      <button key={name} type="button" data-command={name} title={is}>
        {name}
      </button>
    ))}
  </fieldset>
)

/** What the element next to it reports. */
export const Log = ({ id, heading: Heading = 'h3' }: { id: string; heading?: 'h2' | 'h3' }) => (
  <>
    <Heading id={id}>What it reports</Heading>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is a stop of the Tab key */}
    <ol className="guide-log" aria-labelledby={id} tabIndex={0} data-log />
  </>
)
