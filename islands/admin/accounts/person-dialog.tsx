import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { useChange } from '../parts/use-change.ts'
import { PEOPLE, type Person } from './person.ts'
import { type Changes, PersonForm } from './person-form.tsx'

type Props = {
  person: Pick<Person, 'id' | 'username'>
  close: () => void
  /** Asks whether all sessions shall end. */
  endSessions: () => void
}

/** Somebody's profile as it is now, whom they follow, and the end of their sessions. */
export function PersonDialog({ person: { id, username }, close, endSessions }: Props) {
  const { accounts: texts } = useAdmin().texts
  const { data, error, refetch } = useQuery({
    queryKey: [PEOPLE, 'one', id],
    queryFn: async ({ signal }) => (await client.person({ id }, { signal })) ?? null,
    staleTime: 0,
  })
  const update = useChange({
    of: PEOPLE,
    write: (changes: Changes) => client.updatePerson({ id, ...changes }),
    said: () => interpolate(texts.saved, { name: username }),
    done: close,
  })
  return (
    <Modal opened onClose={close} title={interpolate(texts.profileOf, { name: username })} size="lg">
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        // What somebody else has changed meanwhile takes the place of what was typed.
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
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}

function Follows({ id }: { id: string }) {
  const { common, accounts: texts } = useAdmin().texts
  const { data, isError } = useQuery({
    queryKey: [PEOPLE, 'follows', id],
    queryFn: ({ signal }) => client.follows({ id }, { signal }),
  })
  return (
    <section className="admin-follows" aria-labelledby="follows">
      <h3 id="follows">
        {texts.follows} {data && <span className="admin-soft">{data.results.length}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data?.results.length === 0 && <p className="admin-soft">{texts.followsNobody}</p>}
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
