import type { Page } from '@playwright/test'

const VIMEO = 'https://player.vimeo.com'

/** Stands in for Vimeo's player: a page that says what the test makes it say, as Vimeo's own does. */
export async function standInForVimeo(page: Page) {
  await page.route(`${VIMEO}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>film</title><script>
        window.say = (event) => parent.postMessage(JSON.stringify({ event }), '*')
        addEventListener('message', ({ data }) => (window.heard ??= []).push(data))
        say('ready')
      </script>`,
    }),
  )
  const player = () => page.frames().find((frame) => frame.url().startsWith(VIMEO))
  return {
    async say(event: 'play' | 'pause' | 'ended') {
      // The address is the frame's before its script has run.
      await player()?.waitForFunction(() => 'say' in window)
      await player()?.evaluate(
        (name) => (window as unknown as { say: (name: string) => void }).say(name),
        event,
      )
    },
  }
}
