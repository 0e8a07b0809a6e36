import { usePage } from '../admin.ts'
import { Bindings, Queues, Service } from '../overview/health.tsx'
import { Now, Trending } from '../overview/visitors.tsx'
import { PageTop } from '../parts/elements.tsx'

/** `/admin/overview`: what waits, what visitors do, what trends, and how the service is. */
export default function OverviewPage() {
  const { texts, hasOwnCalls } = usePage('overview')
  return (
    <>
      <PageTop title={texts.title} intro={hasOwnCalls ? texts.intro : texts.introElsewhere} />
      {hasOwnCalls && <Now />}
      <Trending />
      <Bindings />
      <Queues />
      <Service />
    </>
  )
}
