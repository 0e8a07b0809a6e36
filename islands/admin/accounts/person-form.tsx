import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PROFILE_FIELDS } from '../../../shared/schema/own/people.ts'
import { useAdmin } from '../admin-context.ts'
import type { Person } from './person.ts'

type Fields = Pick<Person, (typeof PROFILE_FIELDS)[number]>

/** The fields that differ, and the record's version that somebody has seen. */
export type Changes = Partial<Fields> & { was?: string }

const FLAGS = [
  ['is_public', 'isPublic'],
  ['is_verified', 'isVerified'],
  ['is_freelance', 'isFreelance'],
] as const

type Props = {
  person: Person
  isBusy: boolean
  close: () => void
  submit: (changes: Changes) => void
  children: ReactNode
}

/** A profile's fields, checked as the call checks them. */
export function PersonForm({ person, isBusy, close, submit, children }: Props) {
  const { common, accounts: texts } = useAdmin().texts
  const [fields, setFields] = useState<Fields>(person)
  const [isSent, setSent] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  // The dialog is open before the profile is there.
  useEffect(() => first.current?.focus(), [])
  const set = (some: Partial<Fields>) => setFields((all) => ({ ...all, ...some }))
  const isNamed = fields.display_name.trim() !== ''
  const isAddress =
    fields.website_url === '' || /^https?:$/.test(URL.parse(fields.website_url)?.protocol ?? '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isBusy || !isNamed || !isAddress) return
    const changed = PROFILE_FIELDS.filter((name) => fields[name] !== person[name])
    if (changed.length === 0) close()
    else submit(Object.fromEntries(changed.map((name) => [name, fields[name]])))
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          ref={first}
          label={texts.displayName}
          value={fields.display_name}
          maxLength={100}
          error={isSent && !isNamed && texts.needsName}
          onChange={({ currentTarget }) => set({ display_name: currentTarget.value })}
        />
        <Textarea
          label={texts.description}
          value={fields.description}
          maxLength={1000}
          rows={3}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <TextInput
          label={texts.website}
          type="url"
          value={fields.website_url}
          maxLength={2048}
          error={isSent && !isAddress && texts.wrongWebsite}
          onChange={({ currentTarget }) => set({ website_url: currentTarget.value })}
        />
        <TextInput
          label={texts.handle}
          value={fields.twitter}
          maxLength={50}
          onChange={({ currentTarget }) => set({ twitter: currentTarget.value })}
        />
        {FLAGS.map(([name, text]) => (
          <Checkbox
            key={name}
            label={texts[text]}
            checked={fields[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
          />
        ))}
      </Stack>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}
