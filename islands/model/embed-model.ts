import { createModel, signal } from '@preact/signals-core'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { FOOTER_DELAY_MS } from '../../shared/limits.ts'
import type { Language } from '../../shared/texts/languages.ts'

/** The flags of §4 that a page can start with. */
export type EmbedStart = { paused?: boolean; mobileFooterOpen?: boolean }

/**
 * Is called with every event that §7 counts or a host may need. `detail` is the film's host (`watch`), the network (`social`),
 * the GIF (`grid-gif`), the address (`request`), how many GIFs there are (`fetched`), or what went wrong (`error`).
 */
export type Report = (event: EmbedEvent, detail?: string) => void

/** What the embed is doing: every flag and transition of §4, without the DOM. Listeners decide what the reported events mean. */
export const EmbedModel = createModel((start: EmbedStart = {}, report: Report = () => {}) => {
  const flags = {
    hover: signal(false),
    footerOpen: signal(false),
    shareOpen: signal(false),
    /** The related grid is needed: it is rendered once, on the first hover. */
    gridShown: signal(false),
    gridActive: signal(false),
    headerHidden: signal(false),
    paused: signal(start.paused ?? false),
    mediaShown: signal(false),
    /** The way back from the film to the GIF (§4: hidden on play, shown on pause and end). */
    backShown: signal(false),
    mobileFooterOpen: signal(start.mobileFooterOpen ?? false),
  }
  const { hover, footerOpen, shareOpen, gridShown, gridActive } = flags
  const { headerHidden, paused, mediaShown, backShown, mobileFooterOpen } = flags
  let timer: ReturnType<typeof setTimeout> | undefined
  let gridScrolled = false
  let footerBefore = false

  const setFooter = (open: boolean) => {
    clearTimeout(timer)
    footerOpen.value = open
    if (open) return
    gridActive.value = false
    headerHidden.value = false
  }
  const setFooterAfter = (delay: number, open: boolean) => {
    clearTimeout(timer)
    timer = setTimeout(setFooter, delay, open)
  }

  const setPaused = (to: boolean) => {
    if (paused.value === to) return
    paused.value = to
    report(to ? 'pause' : 'play')
  }

  return {
    ...flags,

    enter: () => {
      if (hover.value) return
      hover.value = true
      gridShown.value = true
      if (!shareOpen.value && !mediaShown.value) setFooterAfter(FOOTER_DELAY_MS.show, true)
    },
    leave: () => {
      hover.value = false
      setFooterAfter(gridActive.value ? FOOTER_DELAY_MS.hideAfterGrid : FOOTER_DELAY_MS.hide, false)
    },

    openShare: () => {
      if (shareOpen.value) return
      shareOpen.value = true
      setFooter(false)
      report('share')
    },
    closeShare: () => {
      shareOpen.value = false
      if (hover.value) setFooterAfter(FOOTER_DELAY_MS.show, true)
    },

    setPaused,
    togglePause: () => setPaused(!paused.value),

    /** Swaps the GIF for the film and back. `provider` is the film's host as people name it. */
    showMedia: (provider: string) => {
      mediaShown.value = true
      backShown.value = false
      setFooter(false)
      footerBefore = mobileFooterOpen.value
      mobileFooterOpen.value = false
      report('watch', provider)
    },
    /** Back to the GIF, and to the footer that was there before the film. */
    hideMedia: () => {
      if (!mediaShown.value) return
      mediaShown.value = false
      backShown.value = false
      mobileFooterOpen.value = footerBefore
      if (hover.value) setFooter(true)
    },
    /** The film says what it does. */
    filmPlays: () => {
      backShown.value = false
    },
    filmRests: () => {
      backShown.value = true
    },

    /** Scrolling within the footer: the header steps aside until it is back at the top; the first scroll is counted once. */
    scrollGrid: (top = false) => {
      headerHidden.value = !top
      if (top) return
      gridActive.value = true
      if (!gridScrolled) report('grid-scroll')
      gridScrolled = true
    },

    toggleMobileFooter: () => {
      mobileFooterOpen.value = !mobileFooterOpen.value
    },

    report,
  }
})

export type EmbedModel = InstanceType<typeof EmbedModel>

/** What a visitor has done, or the page for him; labels (§7) and messages are tables of these. For details see `Report`. */
export type EmbedEvent =
  | 'seen'
  | 'hover'
  | 'click'
  | 'visible'
  | 'contextmenu'
  | 'share'
  | 'pause'
  | 'play'
  | 'favorite'
  | 'embed-code'
  | 'link'
  | 'copy-embed-code'
  | 'copy-link'
  | 'watch'
  | 'view-more'
  | 'cta'
  | 'grid-scroll'
  | 'grid-gif'
  | 'social'
  | 'logo'
  | 'request'
  | 'fetched'
  | 'error'

/** What an embed's islands know of its GIF. It is on the root, once for all of them; each takes what it needs. */
export type EmbedProps = Omit<EmbedView, 'picture'> & {
  lang: Language
  brand: string
  /** A still picture of the item, for networks that need one, and the item's own size. */
  poster: string
  width: number
  height: number
}
