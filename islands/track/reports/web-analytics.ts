import type { DataLayer } from './data-layer.ts'

/** Sends commands to the web analytics service through the data layer. */
export type WebAnalytics = {
  send(name: string, fields: Record<string, string>): void
  stop(): void
}

const serviceScript = (id: string): string =>
  `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`

/**
 * Loads the service's script; call it only after consent. Views are counted by us: a frame's own address is no page of
 * the site. https://developers.google.com/tag-platform/gtagjs/reference
 */
export async function startWebAnalytics(
  id: string,
  layer: DataLayer,
  loadScript: (src: string) => Promise<unknown>,
): Promise<WebAnalytics> {
  // The service's own switch for sending nothing more: https://developers.google.com/analytics/devguides/collection/gtagjs/user-opt-out
  const page = globalThis as unknown as Record<string, boolean>
  const off = `ga-disable-${id}`
  page[off] = false
  await loadScript(serviceScript(id))
  function command(..._words: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the service reads only a real arguments object, no array.
    layer.push(arguments)
  }
  command('js', new Date())
  command('config', id, { send_page_view: false, allow_google_signals: false })
  return {
    send: (name, fields) => command('event', name, { ...fields, send_to: id }),
    stop: () => {
      page[off] = true
    },
  }
}

/** Settles when the script has run. */
export const addScript = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.onload = resolve
    script.onerror = () => reject(new Error(`${new URL(src).host} did not load`))
    document.head.append(script)
  })
