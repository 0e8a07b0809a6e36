import { useSignals } from '@preact/signals-react/runtime'
import { useLayoutEffect, useRef, useState } from 'react'
import { BRAND_COLOUR } from '../../shared/brand.ts'
import { type ExternalFilm, FILM_HOSTS, type FilmHost, filmPage, playerUrl } from '../../shared/film.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { createFilmHandler, type ListenToFilm, listenToVimeo, listenToYouTube } from './players.ts'

type MediaPlayerProps = Pick<EmbedProps, 'lang' | 'title' | 'film'> & { model: EmbedModel }

const LISTEN: Record<FilmHost, ListenToFilm> = {
  youtube: listenToYouTube,
  vimeo: listenToVimeo,
}

/** §2 Alternate view: the film in the GIF's place. Before 'Watch' nothing is there, and nothing of its host is fetched. */
export default function MediaPlayer({ lang, title, film, model }: MediaPlayerProps) {
  useSignals()
  const [failed, setFailed] = useState(false)
  // §8 Unknown external provider: nothing rendered.
  if (!film || !Object.hasOwn(LISTEN, film.host)) return null
  const { back, watchOn } = textsIn(lang)
  const text = interpolate(watchOn, { provider: FILM_HOSTS[film.host] })
  if (model.mediaShown.value)
    return <Film film={film} title={title} back={back} model={model} onChange={setFailed} />
  return failed ? <FilmLink href={filmPage(film)} text={text} /> : null
}

type FilmProps = {
  film: ExternalFilm
  /** The GIF's title, which is the film's too. */
  title: string
  /** The text of the way back to the GIF. */
  back: string
  model: EmbedModel
  onChange: (failed: boolean) => void
}

function Film({ film, title, back, model, onChange }: FilmProps) {
  useSignals()
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  useLayoutEffect(() => {
    if (!place.current || !frame.current) return
    const giveBackFocus = takeFocus(place.current)
    onChange(false)
    const handler = createFilmHandler(model, () => onChange(true))
    const stopListening = LISTEN[film.host](frame.current, handler)
    return () => {
      handler.stop()
      giveBackFocus()
      stopListening()
    }
  }, [film.host, model, onChange])

  return (
    <section className="media-player" aria-label={title} tabIndex={-1} ref={place}>
      <iframe
        className="media-player-frame"
        ref={frame}
        src={playerUrl(film, { colour: BRAND_COLOUR, origin: location.origin })}
        title={`${title} (${FILM_HOSTS[film.host]})`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        // Without a referrer YouTube refuses to play (its error 153).
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {model.backShown.value && (
        <button type="button" className="media-player-back" onClick={model.hideMedia}>
          {back}
        </button>
      )}
    </section>
  )
}

/** Moves the focus into the film's section. The result returns it to the Watch button, if it is still inside. */
function takeFocus(place: HTMLElement): () => void {
  const page = place.closest('#embed')
  place.focus({ preventScroll: true })
  return () => {
    // In a frame that the visitor has left for its host nothing may take the focus.
    if (!document.hasFocus() || !place.contains(document.activeElement)) return
    page?.querySelector<HTMLElement>('.watch')?.focus({ preventScroll: true })
  }
}

/** A player that did not come leaves a plain link to the film. */
const FilmLink = ({ href, text }: { href: string; text: string }) => (
  <p className="media-player-note" role="status">
    <a className="media-player-link" href={href} target="_blank" rel="noopener">
      {text}
    </a>
  </p>
)
