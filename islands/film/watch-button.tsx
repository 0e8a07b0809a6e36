import { type ExternalFilm, FILM_HOSTS } from '../../shared/film.ts'
import type { EmbedModel } from '../model/embed-model.ts'
import { PlayIcon } from '../ui/icons.tsx'

/** The media button: swaps the GIF for the film (§2 Alternate view). */
export const WatchButton = ({
  film,
  text,
  model,
}: {
  film: ExternalFilm
  text: string
  model: EmbedModel | undefined
}) => (
  <button type="button" className="watch" onClick={() => model?.showMedia(FILM_HOSTS[film.host])}>
    <PlayIcon />
    {text}
  </button>
)
