import { type MantineColorSchemeManager, NativeSelect, Portal, useMantineColorScheme } from '@mantine/core'
import { SCHEME_COOKIE } from '../../shared/admin/admin-pages.ts'
import { DAY_S } from '../../shared/time.ts'
import { readCookie } from '../dom/page.ts'
import { useAdmin } from './admin.ts'

const YEAR_S = 365 * DAY_S

const chosen = () => {
  const scheme = readCookie(SCHEME_COOKIE)
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined
}

/** Keeps the chosen colors in a cookie, so that the Worker draws the page's frame in them too. */
export const schemeManager: MantineColorSchemeManager = {
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
export function SchemeSwitch() {
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
