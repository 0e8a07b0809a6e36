import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CHANNEL_SLUG, type Channel } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { useChange } from '../parts/use-change.ts'
import { byStatus } from './by-status.ts'
import { CHANNELS } from './read-channels.ts'
import { ROOT } from './tree-rows.ts'

type Fields = Pick<Channel, 'display_name' | 'short_display_name' | 'slug' | 'description' | 'is_visible'>

const NEW: Fields = { display_name: '', short_display_name: '', slug: '', description: '', is_visible: true }

const NAMES = ['display_name', 'short_display_name', 'slug', 'description', 'is_visible'] as const

/** The fields that differ: what somebody else has changed meanwhile stays. Spaces empty a text; an empty field would not. */
function changesOf(fields: Fields, before: Fields): Partial<Fields> {
  const names = NAMES.filter((name) => fields[name] !== before[name])
  const changes = names.map((name) => [name, fields[name] === '' ? ' ' : fields[name]])
  return Object.fromEntries(changes) as Partial<Fields>
}

/** The fields that are changed, as they were: another value since is a conflict. */
const seen = (before: Fields, changed: Partial<Fields>): string =>
  JSON.stringify(
    Object.fromEntries(NAMES.filter((name) => name in changed).map((name) => [name, before[name]])),
  )

type FormProps = {
  title: string
  go: string
  before: Fields
  isNew?: boolean
  isBusy: boolean
  close: () => void
  submit: (fields: Partial<Fields>) => void
  children?: ReactNode
}

/** A channel's fields in a dialog, checked as the calls check them. */
function Form({ before, isNew = false, submit, children, ...ask }: FormProps) {
  const { channels: texts } = useAdmin().texts
  const [fields, setFields] = useState(before)
  const [isSent, setSent] = useState(false)
  const set = (some: Partial<Fields>) => setFields((all) => ({ ...all, ...some }))
  const hasName = fields.display_name.trim() !== ''
  const hasSlug = CHANNEL_SLUG.test(fields.slug) || (isNew && fields.slug === '')
  const send = () => {
    setSent(true)
    if (hasName && hasSlug) submit(changesOf(fields, before))
  }
  return (
    <Ask isOpen {...ask} submit={send}>
      <Stack>
        <TextInput
          label={texts.name}
          value={fields.display_name}
          maxLength={100}
          onChange={({ currentTarget }) => set({ display_name: currentTarget.value })}
          error={isSent && !hasName && texts.nameNeeded}
          data-autofocus
        />
        {children}
        <TextInput
          label={texts.slug}
          description={isNew ? texts.slugHint : undefined}
          value={fields.slug}
          maxLength={64}
          onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
          error={isSent && !hasSlug && texts.slugWrong}
        />
        <TextInput
          label={texts.shortName}
          value={fields.short_display_name}
          maxLength={50}
          onChange={({ currentTarget }) => set({ short_display_name: currentTarget.value })}
        />
        <TextInput
          label={texts.description}
          value={fields.description}
          maxLength={1000}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <Checkbox
          label={texts.visible}
          checked={fields.is_visible}
          onChange={({ currentTarget }) => set({ is_visible: currentTarget.checked })}
        />
      </Stack>
    </Ask>
  )
}

type NewProps = { parent: Channel | undefined; close: () => void; select: (id: string) => void }

/** Makes a channel below the selected one, or a root channel, and selects it. */
export function NewChannel({ parent, close, select }: NewProps) {
  const { channels: texts } = useAdmin().texts
  const [where, setWhere] = useState(parent?.id ?? ROOT)
  const create = useChange({
    of: CHANNELS,
    async write(fields: Partial<Fields>) {
      const made = await client.createChannel({ ...fields, ...(where !== ROOT && { parent: where }) })
      if (made) select(made.id)
    },
    said: ({ display_name = '' }) => interpolate(texts.created, { name: display_name }),
    failed: byStatus({ 400: texts.slugTaken, 404: texts.gone, 409: texts.twin }),
    done: close,
  })
  return (
    <Form
      title={texts.add}
      go={texts.add}
      before={NEW}
      isNew
      isBusy={create.isPending}
      close={close}
      submit={(fields) => create.mutate(fields)}
    >
      {parent && (
        <NativeSelect
          label={texts.where}
          value={where}
          data={[
            { value: parent.id, label: interpolate(texts.below, { name: parent.display_name }) },
            { value: ROOT, label: texts.top },
          ]}
          onChange={({ currentTarget }) => setWhere(currentTarget.value)}
        />
      )}
    </Form>
  )
}

/** Changes a channel. */
export function EditChannel({ channel: now, close }: { channel: Channel; close: () => void }) {
  const { texts: all, checksSeenChannels } = useAdmin()
  const { common, channels: texts } = all
  // As it was seen: the list may be read anew meanwhile.
  const [channel] = useState(now)
  const update = useChange({
    of: CHANNELS,
    write: (fields: Partial<Fields>) =>
      client.updateChannel({
        id: channel.id,
        ...fields,
        ...(checksSeenChannels && { was: seen(channel, fields) }),
      }),
    said: ({ display_name = channel.display_name }) => interpolate(texts.changed, { name: display_name }),
    failed: byStatus({ 400: texts.slugTaken, 404: texts.gone }),
    done: close,
  })
  return (
    <Form
      title={interpolate(texts.editTitle, { name: channel.display_name })}
      go={common.save}
      before={channel}
      isBusy={update.isPending}
      close={close}
      submit={(fields) => (Object.keys(fields).length > 0 ? update.mutate(fields) : close())}
    />
  )
}
