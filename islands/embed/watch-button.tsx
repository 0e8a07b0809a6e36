import type { ExternalPlayer } from '../../shared/gif/external-media.ts'
import { PlayIcon } from '../ui/icons.tsx'
import type { EmbedModel } from './embed-model.ts'

/** The media button: swaps the GIF for the film (§2 Alternate view). */
export const WatchButton = ({
  film,
  text,
  model,
}: {
  film: ExternalPlayer
  text: string
  model: EmbedModel
}) => (
  <button type="button" className="watch" onClick={() => model.showMedia(film.provider)}>
    <PlayIcon />
    {text}
  </button>
)
