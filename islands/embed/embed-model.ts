import { createModel, signal } from '@preact/signals-core'
import { FOOTER_DELAY_MS } from '../../shared/limits.ts'

/** The flags of §4 that a page can start with. */
export type EmbedStart = { paused?: boolean; mobileFooterOpen?: boolean }

/** What the embed is doing (§4). It knows nothing of the DOM, so a test can drive it with a fake clock. */
export const EmbedModel = createModel((start: EmbedStart = {}) => {
  const hover = signal(false)
  const footerOpen = signal(false)
  const gridActive = signal(false)
  const paused = signal(start.paused ?? false)
  const mobileFooterOpen = signal(start.mobileFooterOpen ?? false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const setFooter = (open: boolean, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      footerOpen.value = open
      if (!open) gridActive.value = false
    }, delay)
  }

  return {
    hover,
    footerOpen,
    gridActive,
    paused,
    mobileFooterOpen,

    enter: () => {
      if (hover.value) return
      hover.value = true
      setFooter(true, FOOTER_DELAY_MS.show)
    },
    leave: () => {
      hover.value = false
      setFooter(false, gridActive.value ? FOOTER_DELAY_MS.hideAfterGrid : FOOTER_DELAY_MS.hide)
    },
    togglePause: () => {
      paused.value = !paused.value
    },
    toggleMobileFooter: () => {
      mobileFooterOpen.value = !mobileFooterOpen.value
    },
    activateGrid: () => {
      gridActive.value = true
    },
  }
})

export type EmbedModel = InstanceType<typeof EmbedModel>
