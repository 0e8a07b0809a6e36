import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { PROFILE_FIELDS } from '../../../shared/schema/own/people.ts'
import { client, useChange, usePage, useRead } from '../admin.tsx'
import { Failed } from '../parts/elements.tsx'
import { type Field, Fields, submitOf, useForm } from '../parts/form.tsx'
import type { RowOf } from '../parts/list.tsx'

export type Person = RowOf<typeof client.people>

type Profile = Pick<Person, (typeof PROFILE_FIELDS)[number]>

/** What all reads of people are named by: a change reads them again. */
const PEOPLE = 'accounts'

type Props = {
  person: Pick<Person, 'id' | 'username'>
  close: () => void
  /** Asks whether all sessions shall end. */
  endSessions: () => void
}

/** A person's profile as it is now, whom they follow, and the end of their sessions. */
export function PersonDialog({ person: { id, username }, close, endSessions }: Props) {
  const { texts, fill } = usePage('accounts')
  const { data, error, refetch } = useRead([PEOPLE, 'one', id], client.person, { id }, { staleTime: 0 })
  const update = useChange({
    list: PEOPLE,
    write: (changes: Partial<Profile> & { was: string }) => client.updatePerson({ id, ...changes }),
    message: () => fill(texts.saved, { name: username }),
    done: close,
  })
  return (
    <Modal opened onClose={close} title={fill(texts.profileOf, { name: username })} size="lg">
      {error && <Failed error={error} retry={refetch} />}
      {!error && !data && <Skeleton height={320} />}
      {!error && data && (
        // What another person has changed since takes the place of what was typed.
        <PersonForm
          key={data.updated_at}
          person={data}
          isBusy={update.isPending}
          close={close}
          submit={(changes) => update.mutate({ ...changes, was: data.updated_at })}
        >
          <Follows id={id} />
          <Button variant="default" mt="md" onClick={endSessions}>
            {texts.endSessions}
          </Button>
        </PersonForm>
      )}
    </Modal>
  )
}

const isWebsite = (url: string) => url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')

type FormProps = {
  person: Person
  isBusy: boolean
  close: () => void
  /** Called with the fields that differ. */
  submit: (changes: Partial<Profile>) => void
  children: ReactNode
}

/** A profile's fields, checked as the call checks them. */
function PersonForm({ person, isBusy, close, submit, children }: FormProps) {
  const { common, texts } = usePage('accounts')
  const form = useForm<Profile>(person)
  const { values } = form
  const element = useRef<HTMLFormElement>(null)
  // The dialog is open before the profile is there.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const nameProblem = !values.display_name.trim() && texts.needsName
  const websiteProblem = !isWebsite(values.website_url) && texts.wrongWebsite
  const fields: Field[] = [
    { name: 'display_name', label: texts.displayName, maxLength: 100, problem: nameProblem },
    { name: 'description', type: 'lines', label: texts.description, maxLength: 1000, rows: 3 },
    { name: 'website_url', type: 'url', label: texts.website, maxLength: 2048, problem: websiteProblem },
    { name: 'twitter', label: texts.handle, maxLength: 50 },
    { name: 'is_public', type: 'check', label: texts.isPublic },
    { name: 'is_verified', type: 'check', label: texts.isVerified },
    { name: 'is_freelance', type: 'check', label: texts.isFreelance },
  ]
  const send = () => {
    const changed = PROFILE_FIELDS.filter((name) => values[name] !== person[name])
    if (changed.length === 0) close()
    else submit(Object.fromEntries(changed.map((name) => [name, values[name]])))
  }
  return (
    <form ref={element} onSubmit={submitOf({ form, fields, isBusy, submit: send })} noValidate>
      <Stack>
        <Fields form={form} fields={fields} />
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

function Follows({ id }: { id: string }) {
  const { common, texts } = usePage('accounts')
  const { data, isError } = useRead([PEOPLE, 'follows', id], client.follows, { id })
  return (
    <section className="admin-follows" aria-labelledby="follows">
      <h3 id="follows">
        {texts.follows} {data && <span className="admin-soft">{data.results.length}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data?.results.length === 0 && <p className="admin-soft">{texts.followsNoOne}</p>}
      <ul>
        {data?.results.map(({ id: other, username }) => (
          <li key={other}>
            <bdi>@{username}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
