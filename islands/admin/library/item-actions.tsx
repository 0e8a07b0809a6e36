import { useState } from 'react'
import { caseAddress } from '../../../shared/admin/addresses.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { useChannelField } from '../channels/channel-field.tsx'
import { SmallButton } from '../parts/elements.tsx'
import { ChangeDialog, useConfirm, useForm } from '../parts/form.tsx'
import { hideItem, restoreItem, takeDown } from './item.tsx'

type Props = { item: LibraryItem; close: () => void }

/** What is done with a whole item at once. */
export function Actions({ item, close }: Props) {
  const { id, is_hidden, state } = item
  const { common, all, texts, role, pages } = usePage('library')
  const [asked, setAsked] = useState<'takedown' | 'channel'>()
  const { ask, dialog } = useConfirm()
  const hide = useChange({
    list: 'library',
    write: (isHidden: boolean) => hideItem(id, isHidden),
    message: (isHidden) => (isHidden ? texts.hiddenDone : texts.shownDone),
    undo: (isHidden) => !isHidden,
  })
  const retry = useChange({
    list: 'library',
    write: () => client.retryUpload({ id }),
    message: () => texts.making,
  })
  // Until it is seen here: the list behind may take longer.
  const isBusy = hide.isPending && hide.variables !== is_hidden
  const end = () => setAsked(undefined)
  const remove = () =>
    ask({
      list: 'library',
      write: () => client.deleteGif({ id }),
      message: () => texts.deleted,
      done: close,
      title: texts.deleteTitle,
      children: item.title || id,
      go: common.delete,
      danger: true,
      isAbove: true,
    })
  return (
    <div className="admin-actions">
      {/* Never disabled, which would take the focus out of the dialog. */}
      <SmallButton aria-busy={isBusy} onClick={() => !isBusy && hide.mutate(!is_hidden)}>
        {is_hidden ? texts.show : texts.hide}
      </SmallButton>
      {state === 'failed' && (
        <SmallButton onClick={() => retry.mutate(undefined)}>{common.retry}</SmallButton>
      )}
      {role === 'staff' && <SmallButton onClick={() => setAsked('channel')}>{texts.toChannel}</SmallButton>}
      {pages.has('cases') && (
        <SmallButton component="a" href={caseAddress(id)}>
          {texts.openCase}
        </SmallButton>
      )}
      <SmallButton component="a" href={`/gifs/${id}`} target="_blank" rel="noopener">
        {common.openPage}
      </SmallButton>
      {role === 'staff' && (
        <>
          <SmallButton onClick={() => setAsked('takedown')}>{all.takedowns.add}</SmallButton>
          <SmallButton c="red" onClick={remove}>
            {common.delete}
          </SmallButton>
        </>
      )}
      {asked === 'takedown' && <TakeDown item={item} close={end} done={close} />}
      {asked === 'channel' && <ToChannel item={item} close={end} />}
      {dialog}
    </div>
  )
}

function TakeDown({ item: { id, title }, close, done }: Props & { done: () => void }) {
  const { common, all, texts, fill, hasOwnCalls } = usePage('library')
  const form = useForm({ reason: '' })
  const reason = form.values.reason.trim()
  const name = title || id
  return (
    <ChangeDialog
      isAbove
      list="library"
      input={{ reason, isBack: false }}
      write={({ reason, isBack }) => (isBack ? restoreItem(id) : takeDown(id, reason))}
      message={({ isBack }) => (isBack ? fill(all.takedowns.restoreDone, { name }) : texts.takenDown)}
      // A site elsewhere keeps its takedowns to itself.
      undo={hasOwnCalls ? (input) => ({ ...input, isBack: !input.isBack }) : undefined}
      close={close}
      done={({ isBack }) => !isBack && done()}
      title={`${all.takedowns.add}: ${name}`}
      form={form}
      fields={[reasonField(common.reason, !reason && all.outbox.reasonNeeded)]}
      go={all.takedowns.add}
      danger
    />
  )
}

/** The field `reason` of a takedown. */
export const reasonField = (label: string, problem: string | false) =>
  ({ name: 'reason', label, maxLength: 500, isFirst: true, problem }) as const

function ToChannel({ item: { id }, close }: Props) {
  const { texts } = usePage('library')
  const form = useForm({ find: '', channel: '' })
  const { channel } = form.values
  const fields = useChannelField(form, true)
  return (
    <ChangeDialog
      isAbove
      list="channels"
      input={channel}
      write={(channel) => client.addChannelGif({ channel, gif: id })}
      message={() => texts.inChannel}
      close={close}
      title={texts.toChannel}
      form={form}
      fields={fields}
      go={texts.toChannel}
    />
  )
}
