import type { FilmHost } from '../../shared/film/external-film.ts'

/** What a page with a film adds to its policy. */
type VideoSources = { script: readonly string[]; frame: readonly string[] }

/** `docs/threats.md`, Headers: YouTube's script API and its player hosts; Vimeo's player alone, which needs no script. */
const SOURCES: Record<FilmHost, VideoSources> = {
  youtube: {
    script: ['https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/player/'],
    frame: ['https://www.youtube.com', 'https://www.youtube-nocookie.com'],
  },
  vimeo: { script: [], frame: ['https://player.vimeo.com'] },
}

const NONE: VideoSources = { script: [], frame: ["'none'"] }

/** The sources of scripts and frames for a page with this film; without a film none are allowed. */
export const videoSources = (host: FilmHost | undefined): VideoSources => (host ? SOURCES[host] : NONE)
