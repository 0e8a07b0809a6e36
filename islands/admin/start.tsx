import {
  type MantineColorSchemeManager,
  MantineProvider,
  Modal,
  NativeSelect,
  Portal,
  useMantineColorScheme,
} from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { type AdminPageName, type AdminRole, SCHEME_COOKIE } from '../../shared/admin/admin-pages.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.data.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { DAY_S } from '../../shared/time.ts'
import { readCookie } from '../dom/page.ts'
import { mark } from '../dom/staff-mark.ts'
import { AdminContext, Messages, useAdmin } from './admin.tsx'
import { PasswordDialog } from './confirm-password.tsx'
import { UnsavedPage } from './parts/unsaved.tsx'
import { keepScroll } from './place.ts'
import { ShortcutHelp } from './shortcuts.tsx'

const YEAR_S = 365 * DAY_S

const chosen = () => {
  const scheme = readCookie(SCHEME_COOKIE)
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined
}

/** Keeps the chosen colors in a cookie, so that the Worker draws the page's frame in them too. */
const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => chosen() ?? fallback,
  set(scheme) {
    const age = scheme === 'auto' ? 0 : YEAR_S
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is asynchronous and not everywhere
    document.cookie = `${SCHEME_COOKIE}=${scheme}; Path=/; Max-Age=${age}; SameSite=Lax`
    document.documentElement.dataset.theme = scheme
  },
  subscribe() {},
  unsubscribe() {},
  clear() {
    this.set('auto')
  },
}

/** Colors as the system's, light or dark, in the bar that the Worker has drawn. */
function SchemeSwitch() {
  const { common } = useAdmin().texts
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Portal target="#admin-scheme">
      <NativeSelect
        size="xs"
        aria-label={common.scheme}
        value={colorScheme}
        onChange={({ currentTarget: { value } }) =>
          setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')
        }
        data={[
          { value: 'auto', label: common.schemeAuto },
          { value: 'light', label: common.schemeLight },
          { value: 'dark', label: common.schemeDark },
        ]}
      />
    </Portal>
  )
}

/** Each page's component. */
const PAGES: Readonly<Record<AdminPageName, () => Promise<{ default: ComponentType }>>> = {
  overview: () => import('./pages/overview.tsx'),
  cases: () => import('./pages/cases.tsx'),
  library: () => import('./pages/library.tsx'),
  categories: () => import('./pages/categories.tsx'),
  featured: () => import('./pages/featured.tsx'),
  trending: () => import('./pages/trending.tsx'),
  synonyms: () => import('./pages/synonyms.tsx'),
  searches: () => import('./pages/searches.tsx'),
  figures: () => import('./pages/figures.tsx'),
  takedowns: () => import('./pages/takedowns.tsx'),
  schedule: () => import('./pages/schedule.tsx'),
  stories: () => import('./pages/stories.tsx'),
  channels: () => import('./pages/channels.tsx'),
  blocks: () => import('./pages/blocks.tsx'),
  redirects: () => import('./pages/redirects.tsx'),
  accounts: () => import('./pages/accounts.tsx'),
  invitations: () => import('./pages/invitations.tsx'),
  settings: () => import('./pages/settings.tsx'),
  cache: () => import('./pages/cache.tsx'),
  keys: () => import('./pages/keys.tsx'),
  webhooks: () => import('./pages/webhooks.tsx'),
  'dead-letters': () => import('./pages/dead-letters.tsx'),
  outbox: () => import('./pages/outbox.tsx'),
  audit: () => import('./pages/audit.tsx'),
}

const TEXTS: Readonly<Record<Language, () => Promise<AdminTexts>>> = {
  en: async () => (await import('../../shared/texts/admin/en.data.ts')).adminEn,
  de: async () => (await import('../../shared/texts/admin/de.data.ts')).adminDe,
  es: async () => (await import('../../shared/texts/admin/es.data.ts')).adminEs,
  fr: async () => (await import('../../shared/texts/admin/fr.data.ts')).adminFr,
  ja: async () => (await import('../../shared/texts/admin/ja.data.ts')).adminJa,
}

/** A list that is younger is not asked for again, in ms. */
const FRESH_MS = 10_000

const themeIn = ({ common }: AdminTexts) => ({
  primaryColor: 'violet',
  defaultRadius: 8,
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': common.close },
        // It locks scrolling by a style that the policy refuses: ours does (`style/mantine.css`).
        lockScroll: false,
        // Its element says that it is the page's own head.
        attributes: { header: { role: 'presentation' } },
      },
    }),
  },
})

/** Draws the page into the place that the Worker left for it (`worker/admin/admin-layout.tsx`). */
async function start(place: HTMLElement): Promise<void> {
  keepScroll()
  mark()
  const {
    page,
    pages = '',
    role,
    language,
    site,
    items,
    gateway,
  } = place.dataset as {
    page: AdminPageName
    pages?: string
    role: AdminRole
    language: Language
    site: 'own' | 'elsewhere'
    items: 'own' | 'elsewhere'
    gateway: 'own' | 'elsewhere'
  }
  const [texts, { default: Page }] = await Promise.all([TEXTS[language](), PAGES[page]()])
  // One elsewhere has the calls of §7 alone.
  const own = {
    pages: new Set(pages.split(' ')),
    hasOwnCalls: site === 'own',
    hasOwnItems: items === 'own',
    checksSeenStories: gateway === 'own',
  }
  const queries = new QueryClient({
    // The calls have their own repeats; a page that fails says so, with a button.
    defaultOptions: { queries: { retry: false, staleTime: FRESH_MS } },
  })
  createRoot(place).render(
    <MantineProvider
      theme={themeIn(texts)}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <AdminContext value={{ texts, role, language, ...own }}>
          <Messages>
            <SchemeSwitch />
            <ShortcutHelp page={page} />
            <UnsavedPage>
              <Page />
            </UnsavedPage>
            <PasswordDialog />
          </Messages>
        </AdminContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const place = document.getElementById('admin-page')
if (place) void start(place)
