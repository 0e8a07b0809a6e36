import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Days } from '../overview/days.tsx'
import { Health } from '../overview/health.tsx'
import { Caches, Queues } from '../overview/stores.tsx'
import { Trending } from '../overview/trending.tsx'
import { Upstreams } from '../overview/upstreams.tsx'
import { Waits } from '../overview/waits.tsx'
import { Failed } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'

/** `/admin/overview`: what waits, what visitors do, what trends, and how the service is. */
export default function OverviewPage() {
  const { texts: all, hasOwnCalls } = useAdmin()
  const texts = all.overview
  return (
    <>
      <PageTop title={texts.title} intro={hasOwnCalls ? texts.intro : texts.introElsewhere} />
      {hasOwnCalls && <Now />}
      <Trending />
      <Health />
      <Queues />
      <Service />
    </>
  )
}

/** What one server of many knows of the services behind it, and of its caches. */
function Service() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['service'],
    queryFn: ({ signal }) => client.health({}, { signal }),
  })
  if (error) {
    return (
      <div className="admin-part">
        <Failed error={error} retry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <Loading />
  return (
    <>
      <Upstreams health={data} now={dataUpdatedAt} />
      <Caches health={data} />
    </>
  )
}

function Loading() {
  const { common } = useAdmin().texts
  return (
    <div className="admin-waiting" role="status" aria-label={common.loading}>
      <i />
      <i />
      <i />
    </div>
  )
}

/** What one call tells: what waits, and the last 30 days. */
function Now() {
  const { texts: all, language } = useAdmin()
  const texts = all.overview
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => client.overview({}, { signal }),
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const time = new Date(dataUpdatedAt).toLocaleTimeString(language, { timeStyle: 'short' })
  return (
    <>
      <section className="admin-card" aria-labelledby="waits" aria-busy={isFetching}>
        <h2 className="admin-card-title" id="waits">
          {texts.waits}
        </h2>
        <Waits waiting={data.waiting} />
        <div className="admin-foot">
          <span role="status">{interpolate(texts.asOf, { time })}</span>
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            {texts.refresh}
          </Button>
        </div>
      </section>
      <Days days={data.days} />
    </>
  )
}
