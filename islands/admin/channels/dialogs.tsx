import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNEL_SLUG, type Channel } from '../../../shared/schema/site-records.ts'
import { byStatus, client, usePage } from '../admin.tsx'
import { type AdminField, ChangeDialog, FormDialog, pick, useForm } from '../parts/form.tsx'
import { below, CHANNELS, type ChannelDialog, found, useChannel } from './channels.ts'
import type { ChannelTree } from './tree.tsx'
import { ROOT_CHANNEL, type TreeRow } from './tree-rows.ts'

const NAMES = ['display_name', 'short_display_name', 'slug', 'description', 'is_visible'] as const

type ChannelFields = Pick<Channel, (typeof NAMES)[number]>
type NewFields = ChannelFields & { where: string }

const EMPTY: ChannelFields = {
  display_name: '',
  short_display_name: '',
  slug: '',
  description: '',
  is_visible: true,
}

/** The fields that differ: what others have changed since stays. Spaces empty a text; an empty field would not. */
function changesOf(fields: ChannelFields, before: ChannelFields): Partial<ChannelFields> {
  const names = NAMES.filter((name) => fields[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, fields[name] === '' ? ' ' : fields[name]]))
}

/** A channel's fields, checked as the calls check them. @param where for a new one, what it may be below */
function useFields({ display_name, slug }: ChannelFields, where?: AdminField): AdminField[] {
  const { common, texts } = usePage('channels')
  const isNew = where !== undefined
  const nameProblem = !display_name.trim() && common.nameNeeded
  const description = isNew ? texts.slugHint : undefined
  const hasSlug = CHANNEL_SLUG.test(slug) || (isNew && slug === '')
  return [
    { name: 'display_name', label: texts.name, maxLength: 100, problem: nameProblem, isFirst: true },
    ...(where?.options ? [where] : []),
    { name: 'slug', label: common.slug, description, maxLength: 64, problem: !hasSlug && texts.slugWrong },
    { name: 'short_display_name', label: texts.shortName, maxLength: 50 },
    { name: 'description', label: texts.description, maxLength: 1000 },
    { name: 'is_visible', type: 'check', label: texts.visible },
  ]
}

type NewProps = { parent: Channel | undefined; close: () => void; select: (id: string) => void }

/** Makes a channel below the selected one, or a root channel, and selects it. */
function NewChannel({ parent, close, select }: NewProps) {
  const { texts, fill } = usePage('channels')
  const form = useForm<NewFields>({ ...EMPTY, where: parent?.id ?? ROOT_CHANNEL })
  const { where, ...values } = form.values
  const options = parent && [
    { value: parent.id, label: fill(texts.below, { name: parent.display_name }) },
    { value: ROOT_CHANNEL, label: texts.top },
  ]
  return (
    <ChangeDialog
      list={CHANNELS}
      input={changesOf(values, EMPTY)}
      write={async (fields) => {
        const place = where !== ROOT_CHANNEL && { parent: where }
        const made = await client.createChannel({ ...fields, ...place })
        if (made) select(made.id)
      }}
      message={({ display_name = '' }) => fill(texts.created, { name: display_name })}
      failure={byStatus({ 400: texts.slugTaken, 404: texts.gone, 409: texts.twin })}
      close={close}
      title={texts.add}
      form={form}
      fields={useFields(values, { name: 'where', label: texts.where, ...(options && { options }) })}
      go={texts.add}
    />
  )
}

type ChannelProps = { channel: Channel; close: () => void }

function EditChannel({ channel, close }: ChannelProps) {
  const { common, texts, hasOwnCalls, fill } = usePage('channels')
  const { id } = channel
  // As it was seen: the list may be read again while the dialog is open.
  const [before] = useState(() => pick(channel, NAMES))
  const form = useForm(before)
  const changes = changesOf(form.values, before)
  const names = NAMES.filter((name) => name in changes)
  return (
    <ChangeDialog
      list={CHANNELS}
      input={changes}
      isSame={names.length === 0}
      write={(fields) =>
        client.updateChannel({
          id,
          ...fields,
          // As they were: another value since is a conflict.
          ...(hasOwnCalls && { was: JSON.stringify(pick(before, names)) }),
        })
      }
      message={({ display_name = before.display_name }) => fill(texts.changed, { name: display_name })}
      failure={byStatus({ 400: texts.slugTaken, 404: texts.gone })}
      close={close}
      title={fill(texts.editTitle, { name: before.display_name })}
      form={form}
      fields={useFields(form.values)}
      go={common.save}
    />
  )
}

type DeleteProps = ChannelProps & { deleted: (channel: Channel) => void }

/** Deletes a channel, after saying what goes with it. */
function DeleteChannel({ channel, close, deleted }: DeleteProps) {
  const { common, texts, fill } = usePage('channels')
  const { data } = useQuery({ ...below(channel.id), enabled: channel.has_children })
  const owner = channel.user?.id
  const going = data?.filter(({ user }) => user?.id === owner) ?? []
  return (
    <ChangeDialog
      list={CHANNELS}
      input={channel}
      write={({ id }) => client.deleteChannel({ id })}
      message={({ display_name }) => fill(texts.removed, { name: display_name })}
      failure={byStatus({ 404: texts.gone })}
      done={() => deleted(channel)}
      close={close}
      title={fill(texts.removeTitle, { name: channel.display_name })}
      go={common.delete}
      danger
    >
      <p>{texts.removeText}</p>
      {going.length > 0 && (
        <>
          <p>{texts.removeBelow}</p>
          <ul className="admin-going">
            {going.map(({ id, display_name }) => (
              <li key={id}>
                <bdi>{display_name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.length > going.length && <p>{texts.removeOthers}</p>}
    </ChangeDialog>
  )
}

/** The words for a position from another channel, as the call has them, each with its text. */
const POSITIONS = { 'last-child': 'last', 'first-child': 'first', left: 'before', right: 'after' } as const

/** From the root there are two. */
const AT_ROOT = { 'last-sibling': 'last', 'first-sibling': 'first' } as const

/** The tree has the channels to choose among until something is searched. */
type MoveProps = ChannelProps & { tree: ChannelTree }

/** The channels that another one can be moved to. @param term what was searched */
function useTargets(channel: Channel, rows: readonly TreeRow[], term: string) {
  const { data = [] } = useQuery({ ...found(term), enabled: term !== '' })
  const inTree = rows
    .filter(({ path }) => !path.includes(channel.id))
    .map(({ channel: { id, display_name }, path }) => ({
      value: id,
      label: '\u2003'.repeat(path.length) + display_name,
    }))
  const inSearch = data.map(({ id, display_name }) => ({ value: id, label: display_name }))
  return (term ? inSearch : inTree).filter(({ value }) => value !== channel.id)
}

/** Moves a channel by keyboard: below, before or after another one, or to the root. */
function MoveChannel({ channel, tree, close }: MoveProps) {
  const { common, texts, fill } = usePage('channels')
  const form = useForm({ search: '', target: ROOT_CHANNEL, position: 'last-child' })
  const { values } = form
  const others = useTargets(channel, tree.rows, values.search.trim())
  // What was chosen may no longer be listed.
  const target = others.find(({ value }) => value === values.target)?.value ?? ROOT_CHANNEL
  const positions = Object.entries(target === ROOT_CHANNEL ? AT_ROOT : POSITIONS)
  const [position = ''] = positions.find(([word]) => word === values.position) ?? positions[0] ?? []
  const root = { value: ROOT_CHANNEL, label: texts.top }
  const places = positions.map(([value, text]) => ({ value, label: texts[text] }))
  const fields: AdminField[] = [
    { name: 'search', type: 'search', label: common.search, maxLength: 100 },
    { name: 'target', label: texts.target, options: [root, ...others], isFirst: true },
    { name: 'position', label: texts.position, options: places },
  ]
  return (
    <FormDialog
      close={close}
      title={fill(texts.moveTitle, { name: channel.display_name })}
      form={{ ...form, values: { ...values, target, position } }}
      fields={fields}
      go={texts.moveGo}
      isBusy={tree.isMoving}
      submit={() => tree.move(channel, { target, position })}
    />
  )
}

type DialogsProps = Omit<MoveProps & DeleteProps & NewProps, 'channel' | 'parent'> & {
  dialog: ChannelDialog | undefined
  /** The id of the selected channel. */
  id: string
}

/** The dialog that is open. */
export function Dialogs({ dialog, id, tree, close, select, deleted }: DialogsProps) {
  const channel = useChannel(id).data ?? undefined
  if (dialog === 'new') return <NewChannel parent={channel} close={close} select={select} />
  if (!channel) return null
  if (dialog === 'edit') return <EditChannel channel={channel} close={close} />
  if (dialog === 'delete') return <DeleteChannel channel={channel} close={close} deleted={deleted} />
  if (dialog !== 'move') return null
  return <MoveChannel channel={channel} tree={tree} close={close} />
}
