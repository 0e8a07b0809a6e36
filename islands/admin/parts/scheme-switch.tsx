import { NativeSelect, Portal, useMantineColorScheme } from '@mantine/core'
import { useAdmin } from '../admin-context.ts'

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
