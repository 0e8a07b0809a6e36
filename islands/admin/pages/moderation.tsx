import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Queue } from '../moderation/queue.tsx'
import type { Batch } from '../moderation/use-queue.ts'
import { failureText } from '../parts/failure-text.ts'
import { useSay } from '../parts/messages.tsx'
import { PageTop } from '../parts/page-top.tsx'

const JOBS = ['reports', 'uploads'] as const

/** `/admin/moderation`: the next items are assigned to whoever asks, and decided one by one by a key. */
export default function ModerationPage() {
  const { common, moderation: texts } = useAdmin().texts
  const [job, setJob] = useState('')
  const [batch, setBatch] = useState<Batch>()
  const [state, setState] = useState<'start' | 'asking' | 'nothing'>('start')
  const say = useSay()
  const queries = useQueryClient()

  const ask = async () => {
    setState('asking')
    try {
      const next = await client.assignBatchAction(job ? { job_id: job } : {})
      setBatch(next)
      setState(next ? 'start' : 'nothing')
    } catch (error) {
      say({ text: failureText(error, common), isFailure: true })
      setState('start')
    }
  }
  const end = () => {
    setBatch(undefined)
    setState('start')
    void queries.invalidateQueries({ queryKey: ['leaders'] })
  }

  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      {batch ? (
        <Queue key={batch.id} batch={batch} end={end} />
      ) : (
        <div className="admin-card admin-state">
          <span role="status">{state === 'nothing' ? texts.nothing : texts.ready}</span>
          <NativeSelect
            label={texts.job}
            value={job}
            data={[
              { value: '', label: common.all },
              ...JOBS.map((value) => ({ value, label: texts[value] })),
            ]}
            onChange={({ currentTarget }) => setJob(currentTarget.value)}
          />
          <Button autoFocus loading={state === 'asking'} onClick={() => void ask()}>
            {texts.take}
          </Button>
        </div>
      )}
      <Leaders />
    </>
  )
}

/** Who has decided how much, as bars. */
function Leaders() {
  const { texts: all, language } = useAdmin()
  const texts = all.moderation
  const { data } = useQuery({
    queryKey: ['leaders'],
    queryFn: ({ signal }) => client.batchLeaderboard({}, { signal }),
  })
  const leaders = data?.results ?? []
  const most = Math.max(1, ...leaders.map(({ count }) => count))
  if (leaders.length === 0) return null
  return (
    <section className="admin-leaders" aria-labelledby="leaders">
      <h2 id="leaders">{texts.leaders}</h2>
      <ol>
        {leaders.map(({ user_id, username, count }) => (
          <li key={user_id}>
            <bdi>{username}</bdi>
            <span className="admin-bar-of" aria-hidden="true">
              <i style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <b>{count.toLocaleString(language)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
