import { ChevronIcon, PauseIcon, PlayIcon } from '../../../islands/ui/icons.tsx'
import type { StoryView } from '../../../shared/public/story-view.ts'
import { assets } from '../../render/assets.ts'
import type { PageContext } from '../layout/page-context.ts'

/** Opens the viewer, whose script is fetched when somebody is about to press it (`islands/public/open-on-intent.ts`). */
export const PlayButton = ({ context }: { context: PageContext }) => (
  <button type="button" className="story-play" data-opens={assets.scripts.story} data-instead="gifs">
    <PlayIcon name={undefined} />
    {context.texts.storyPlay}
  </button>
)

/**
 * The viewer of a story, closed: its GIFs one after another over the whole window. Its script
 * (`islands/public/story-viewer.ts`) takes the pictures from the page's list.
 */
export const StoryViewer = ({ context, view }: { context: PageContext; view: StoryView }) => {
  const { texts, playerTexts } = context
  return (
    <dialog className="story-viewer" aria-label={view.heading} data-at={texts.storyAt}>
      <div className="viewer-bar" aria-hidden="true" />
      <p className="viewer-line">
        <span className="viewer-at" />
        <a className="viewer-title" href={view.path}>
          {view.heading}
        </a>
      </p>
      <div className="viewer-stage" data-action="stage" />
      <button type="button" className="viewer-step" data-action="previous">
        <ChevronIcon />
        <span className="name-of">{texts.previous}</span>
      </button>
      <button type="button" className="viewer-step" data-action="next">
        <ChevronIcon />
        <span className="name-of">{texts.next}</span>
      </button>
      <button type="button" className="viewer-button" data-action="pause">
        <PauseIcon name={playerTexts.pause} />
        <PlayIcon name={playerTexts.play} />
      </button>
      <button type="button" className="viewer-button" data-action="close">
        <svg viewBox="0 0 24 24" width="20" height="20" role="img" aria-label={playerTexts.close}>
          <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <p className="name-of" role="status" />
    </dialog>
  )
}
