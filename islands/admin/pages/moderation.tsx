import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BATCH_JOBS } from '../../../shared/schema/choices.ts'
import { client, failureText, usePage, useRead, useReread, useSay } from '../admin.tsx'
import { PageTop } from '../parts/elements.tsx'
import { optionsOf } from '../parts/form.tsx'
import { Queue } from './moderation-queue.tsx'

/** `/admin/moderation`: a moderator is assigned the next items, and decides them one by one by a key. */
export default function ModerationPage() {
  const { common, texts } = usePage('moderation')
  const [job, setJob] = useState('')
  const say = useSay()
  const reread = useReread()
  const assign = useMutation({
    mutationFn: () => client.assignBatchAction(job ? { job_id: job } : {}),
    onError: (error) => say({ text: failureText(error, common), isFailure: true }),
  })
  const { data: batch, isSuccess, isPending } = assign
  const end = () => {
    assign.reset()
    void reread('leaders')
  }
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      {batch ? (
        <Queue key={batch.id} batch={batch} end={end} />
      ) : (
        <div className="admin-card admin-state">
          <span role="status">{isSuccess ? texts.nothing : texts.ready}</span>
          <NativeSelect
            label={texts.job}
            value={job}
            data={[{ value: '', label: common.all }, ...optionsOf(BATCH_JOBS, texts)]}
            onChange={({ currentTarget }) => setJob(currentTarget.value)}
          />
          <Button autoFocus loading={isPending} onClick={() => assign.mutate()}>
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
  const { texts, numberOf } = usePage('moderation')
  const { data } = useRead(['leaders'], client.batchLeaderboard, {})
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
            <b>{numberOf(count)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
