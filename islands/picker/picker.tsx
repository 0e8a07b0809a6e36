import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { useLive } from '../list/endless-list.tsx'
import { PauseButton } from '../ui/buttons.tsx'
import { GifMenu } from './menu.tsx'
import { Results } from './results.tsx'
import { SearchField } from './search-field.tsx'
import { type PickerPart, TypeTabs, ViewRow } from './view-rows.tsx'

/** All of the picker's page. Without a script it is links and a form, which a script makes act in place. */
export function PickerWidget({ page, model }: Omit<PickerPart, 'live'>) {
  const live = useLive()
  const field = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const part = { page, model, live }
  const focusField = () => field.current?.focus()
  const focusTile = () => area.current?.querySelector<HTMLElement>('.loop-tile[tabindex="0"]')?.focus()
  return (
    <>
      <h1 className="name-of">{page.texts.title}</h1>
      <header className="picker-bar">
        <SearchField {...part} field={field} onDown={focusTile} />
        <PauseButton texts={page.texts} extra={false} onPress={model.togglePause} />
      </header>
      <TypeTabs {...part} />
      <ViewRow {...part} />
      <Results {...part} area={area} onLeave={focusField} />
      {live && <GifMenu {...part} />}
      {live && <Notices model={model} />}
    </>
  )
}

function Notices({ model }: Pick<PickerPart, 'model'>) {
  useSignals()
  return (
    <>
      <p className="picker-said" role="status">
        {model.notice.value}
      </p>
      <p className="name-of" role="status">
        {model.quietNotice.value}
      </p>
    </>
  )
}
