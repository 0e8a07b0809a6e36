import { Badge } from '@mantine/core'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { isoOf } from '../editorial/local-time.ts'
import { whenText } from '../parts/when.tsx'

/** A story's cover, title and author. */
export function StoryName({ story }: { story: Story }) {
  const { stories: texts } = useAdmin().texts
  const { fixed_height_small_still, fixed_height_small, original } = story.cover_gif?.images ?? {}
  const picture = fixed_height_small_still ?? fixed_height_small ?? original
  return (
    <span className="admin-item">
      <span className="admin-thumb">
        {picture && <img src={pictureUrl(picture)} alt="" loading="lazy" decoding="async" />}
      </span>
      <span>
        <bdi>{story.title || texts.untitled}</bdi>
        <br />
        <bdi className="admin-soft">@{story.username}</bdi>
      </span>
    </span>
  )
}

/** Whether everybody may see a story, and since or from when. */
export function StoryBadge({ story: { is_published, publish_datetime } }: { story: Story }) {
  const { texts: all, language } = useAdmin()
  const { stories: texts } = all
  const when = publish_datetime ? whenText(isoOf(publish_datetime), language) : ''
  const text = is_published ? texts.published : when ? texts.planned : texts.draft
  return (
    <Badge variant="light" color={is_published ? 'violet' : 'gray'} tt="none" className="admin-badge">
      {interpolate(text, { when })}
    </Badge>
  )
}
