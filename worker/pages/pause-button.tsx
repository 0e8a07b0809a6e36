import { PauseIcon, PlayIcon } from '../../islands/ui/icons.tsx'

/** Play and pause (§2). Which icon and which name count is a matter of the root's flag, so the style alone decides. */
export const PauseButton = () => (
  <button type="button" className="pause extra" data-action="pause">
    <PauseIcon />
    <PlayIcon />
    <span className="name-of when-playing">Pause</span>
    <span className="name-of when-paused">Play</span>
  </button>
)
