import type { Strategy } from './runtime/hydrate.ts'

/**
 * Everything that we run in a browser, as data: the pages' modules, the islands, further files, and how much each may
 * weigh. The build makes the files from it (`tools/build/build-islands.ts`, `build.ts`), holds the budgets
 * (`tools/build/budgets.ts`) and names each page's islands in its module; the Worker reads when an island wakes
 * (`worker/render/parts.tsx`).
 * A budget is in KB, brotli (M30).
 */
type Page = { source: string; budget: number }

/** The pages that have islands: the module that takes the page over, with all that it imports. */
export const PAGES = {
  embed: { source: 'islands/embed/live.ts', budget: 5.25 },
  // With tracking and the host's messages in it, which the embed fetches as files of their own.
  widget: { source: 'islands/widget/live.ts', budget: 8 },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof PAGES

type Island = {
  /** Exports its component as `default`, and nothing else. */
  source: string
  /** A style that is fetched with it; others are inline in the page. */
  style?: string
  pages: readonly PageName[]
  wakes: Strategy
  /** For its module alone. */
  budget: number
}

const onIntent = (source: string, budget: number, ...pages: PageName[]): Island => ({
  source,
  budget,
  pages,
  wakes: 'intent',
})

/** With a style of the same name. */
const styled = (island: Island): Island => ({ ...island, style: island.source.replace('.tsx', '.css') })

const rows = {
  'hover-footer': onIntent('islands/embed/hover-footer.tsx', 4, 'embed'),
  'mobile-footer': onIntent('islands/embed/mobile-footer.tsx', 4, 'embed'),
  'share-menu': styled(onIntent('islands/share/share-menu.tsx', 4.25, 'embed', 'widget')),
  'related-grid': styled(onIntent('islands/embed/related/related-grid.tsx', 6, 'embed')),
  'media-player': styled(onIntent('islands/film/media-player.tsx', 4, 'embed')),
  carousel: { source: 'islands/widget/carousel-widget.tsx', pages: ['widget'], wakes: 'end', budget: 6 },
  grid: { source: 'islands/widget/grid-widget.tsx', pages: ['widget'], wakes: 'end', budget: 6 },
} satisfies Record<string, Island>

/** An island's name, as in the page's markup. */
export type IslandName = keyof typeof rows

/** Every island. A new one is a row here, its component, its style, and where a page shows it. */
export const ISLANDS: Readonly<Record<IslandName, Island>> = rows

/** What else is weighed. `what` is its name in the build's table. */
export type Weighed = { source: string; what: string; budget: number }

/** Texts that are inline in a page. Those with a `file` go there, so that no other page's code includes them. */
export const INLINE: Readonly<Record<string, Weighed & { file?: string }>> = {
  boot: { source: 'islands/embed/boot.ts', what: 'inline boot', budget: 1 },
  notice: { source: 'islands/host/notice.ts', what: 'inline notice of an error page', budget: 0.5 },
  'embed-desktop-css': {
    source: 'islands/embed/embed-desktop.css',
    what: 'inline CSS of the embed',
    budget: 2,
  },
  'embed-actions-css': {
    source: 'islands/embed/embed-actions.css',
    what: 'the same of a film or a call to action, beyond it',
    budget: 0.3,
  },
  'embed-sticker-css': {
    source: 'islands/embed/embed-sticker.css',
    what: 'the same of a sticker, beyond it',
    budget: 0.2,
  },
  'embed-phone-css': { source: 'islands/embed/embed-phone.css', what: 'the same on a phone', budget: 2 },
  'page-css': { source: 'worker/render/page.css', what: 'inline CSS of an error page', budget: 1 },
  'widget-css': {
    source: 'islands/widget/widget.css',
    what: 'inline CSS of a widget',
    file: 'widget-style.json',
    budget: 3,
  },
  'picker-css': {
    source: 'islands/picker/picker.css',
    what: 'inline CSS of the picker',
    file: 'picker-style.json',
    budget: 3,
  },
}

/** Scripts of pages, each a file that shares nothing with others. */
export const PAGE_SCRIPTS = {
  public: { source: 'islands/public/public.ts', what: 'script of every public page', budget: 1.6 },
  tools: { source: 'islands/public/staff-tools.ts', what: 'staff’s tools on public pages', budget: 4.5 },
  // Behind a page, where there is something to count or report.
  visit: { source: 'islands/track/start-visit.ts', what: 'views and errors of a public page', budget: 3.5 },
  people: { source: 'islands/public/people.ts', what: 'script of people’s pages', budget: 0.6 },
  channel: { source: 'islands/public/channel.ts', what: 'script of a channel’s page', budget: 0.4 },
  welcome: { source: 'islands/public/welcome.ts', what: 'script of the welcome page', budget: 6 },
  item: { source: 'islands/public/item.ts', what: 'script of an item’s page', budget: 1.8 },
  guide: { source: 'islands/public/guide.ts', what: 'script of the documentation', budget: 1 },
  playground: { source: 'islands/public/playground.ts', what: 'script of the playground', budget: 6.5 },
  reference: { source: 'islands/public/reference.ts', what: 'script of the API reference', budget: 1.2 },
  upload: { source: 'islands/public/upload.ts', what: 'script of the uploads', budget: 5 },
  // Fetched when a visitor edits a file, and the second one when it's a film.
  cut: { source: 'islands/cut/edit.ts', what: 'editor of a file, on intent', budget: 12 },
  film: { source: 'islands/cut/film.ts', what: 'films in the editor, on intent', budget: 90 },
  pictures: { source: 'islands/public/pictures.ts', what: 'preview of one’s own pictures', budget: 0.6 },
  passkeys: { source: 'islands/public/passkeys.ts', what: 'passkeys of the sign-in', budget: 0.8 },
  second: {
    source: 'islands/public/second-factor.ts',
    what: 'page of one’s factors',
    budget: 9,
  },
  // Fetched when a visitor is about to play a story.
  story: { source: 'islands/public/story-viewer.ts', what: 'viewer of a story, on intent', budget: 2.5 },
  favorites: { source: 'islands/public/favorites.ts', what: 'script of the favorites', budget: 7 },
  // Where the browser calls the provider: before a widget's module, and in place of an embed's boot.
  direct: { source: 'islands/direct/direct.ts', what: 'calls of a direct provider', budget: 0.8 },
  'direct-embed': { source: 'islands/direct/direct-embed.ts', what: 'embed of a direct provider', budget: 9 },
} as const satisfies Record<string, Weighed>

/** Styles of pages: the first is on every public page, the others are added to it. */
export const PAGE_STYLES = {
  public: { source: 'worker/public/public.css', what: 'style of the public pages', budget: 6.25 },
  people: { source: 'worker/people/people.css', what: 'style of people’s pages', budget: 2.25 },
  cut: { source: 'worker/people/cut.css', what: 'style of the editor of a file', budget: 2 },
  transparency: {
    source: 'worker/public/transparency.css',
    what: 'style of the transparency page',
    budget: 1,
  },
  stories: { source: 'worker/public/stories/stories.css', what: 'style of stories', budget: 2 },
  docs: { source: 'worker/reference/docs.css', what: 'style of the documentation', budget: 2 },
} as const satisfies Record<string, Weighed>

/** The staff pages' script and style, which no other page loads. */
export const ADMIN = { script: 'islands/admin/start.tsx', style: 'islands/admin/admin.css' }

/** Scripts of one file with a build of their own. */
export const FILES = {
  // Filter lists know the other words for it.
  watch: { source: 'islands/track/start-tracking.ts', what: 'tracking, after the picture', budget: 5 },
  partner: { source: 'islands/partner/loopframe.ts', what: 'loopframe.js', budget: 4.4 },
  picker: { source: 'islands/picker/live.tsx', what: 'script of the picker', budget: 30 },
} as const satisfies Record<string, Weighed>

/** Modules that each importer gets a copy of: a shared chunk would cost a request, which is more than these few bytes. */
export const COPIED: readonly string[] = [
  // Of these constants a file keeps the one or two that it reads.
  'shared/limits.ts',
  'shared/brand.ts',
  'shared/film.ts',
  'islands/host/protocol.ts',
  // Both pages' modules wake islands.
  'islands/runtime/hydrate.ts',
  // The widget's module holds what the embed fetches later: tracking, and the host's messages.
  'islands/host/host-port.ts',
  'islands/dom/page.ts',
  'islands/dom/own-api.ts',
  'shared/page-token.ts',
  'islands/track/privacy.ts',
  'islands/track/reports/debug-log.ts',
  'shared/net/headers.ts',
  // Small parts of several islands.
  'shared/own.ts',
  'islands/ui/buttons.tsx',
]
