import { type ExternalFilm, FILM_HOSTS } from '../../shared/film.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import type { EmbedModel } from '../model/embed-model.ts'

type Props = {
  texts: Pick<Texts, 'pause' | 'play'>
  /** The key that does the same anywhere on the page. */
  shortcut?: string
  /** Hidden in a frame that is too small for extras (§9); an embed's and a widget's own stay, smaller. */
  extra?: boolean
  onPress?: () => void
}

/** Play and pause (§2). By the root's flag the style shows one of the two icons. */
export const PauseButton = ({ texts, shortcut, extra = true, onPress }: Props) => (
  <button
    type="button"
    className={`round pause${extra ? ' extra' : ''}`}
    data-action="pause"
    aria-keyshortcuts={shortcut}
    onClick={onPress}
  >
    <PauseIcon name={texts.pause} />
    <PlayIcon name={texts.play} />
  </button>
)

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
  <button type="button" className="cta watch" onClick={() => model?.showMedia(FILM_HOSTS[film.host])}>
    <PlayIcon />
    {text}
  </button>
)

type IconProps = { path: string; className?: string; name?: string | undefined }
type Named = Pick<IconProps, 'name'>

/** One line icon: decoration, or with its button's name. A page without text to lay out spares the browser nearly half of that. */
const Icon = ({ path, className, name }: IconProps) => (
  <svg
    className={className}
    viewBox="0 0 24 24"
    width="20"
    height="20"
    role={name && 'img'}
    aria-label={name}
    aria-hidden={name ? undefined : true}
    fill="currentColor"
  >
    <path d={path} />
  </svg>
)

export const PauseIcon = ({ name }: Named) => (
  <Icon className="when-playing" path="M7 5h3.5v14H7zm6.5 0H17v14h-3.5z" name={name} />
)
export const PlayIcon = ({ name }: Named) => (
  <Icon className="when-paused" path="M8 4.5v15l12-7.5z" name={name} />
)
export const ArrowIcon = () => <Icon path="M5 11h9.2l-3.6-3.6L12 6l6 6-6 6-1.4-1.4 3.6-3.6H5z" />
export const ChevronIcon = () => <Icon path="M9.4 5.4 8 6.8l5.2 5.2L8 17.2l1.4 1.4L16 12z" />

/** The mark of a verified user, with its meaning for those who do not see it. */
export const VerifiedBadge = ({ text }: { text: string }) => (
  <svg className="verified" viewBox="0 0 24 24" width="16" height="16" role="img" aria-label={text}>
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.3 13.8 6-6-1.5-1.5-4.5 4.5-2-2-1.5 1.5z"
    />
  </svg>
)
