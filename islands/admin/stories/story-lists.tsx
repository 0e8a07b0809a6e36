import { Button } from '@mantine/core'
import type { Story } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { LongList } from '../editorial/long-list.tsx'
import { gateway } from '../gateway-client.ts'
import type { Column } from '../parts/list.tsx'
import { StoryBadge, StoryName } from './story-cells.tsx'

type Open = { open: (story: Story) => void }

function useColumns({ open }: Open): Column<Story>[] {
  const { common, stories: texts } = useAdmin().texts
  return [
    { title: texts.story, cell: (story) => <StoryName story={story} />, width: '44%' },
    { title: common.state, cell: (story) => <StoryBadge story={story} /> },
    { title: texts.gifs, cell: ({ gif_count }) => gif_count, width: '90px' },
    {
      title: common.actions,
      end: true,
      cell: (story) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => open(story)}
          aria-label={`${texts.edit}: ${story.title || texts.untitled}`}
        >
          {texts.edit}
        </Button>
      ),
      width: '140px',
    },
  ]
}

const keyOf = ({ story_id }: Story): string => story_id

/** The newest stories of all artists. */
export function ArtistStories({ open }: Open) {
  const { stories: texts } = useAdmin().texts
  return (
    <LongList
      of={['stories', 'artists']}
      read={(_, signal) => gateway.partnerArtistStories({}, { signal })}
      columns={useColumns({ open })}
      keyOf={keyOf}
      open={open}
      label={texts.artists}
      empty={texts.emptyArtists}
    />
  )
}

/** What the gateway takes as a user's name. */
const USERNAME = /^[A-Za-z0-9._-]{1,50}$/

/** The stories of a person, drafts too. */
export function PersonStories({ open, name }: Open & { name: string }) {
  const { stories: texts } = useAdmin().texts
  const columns = useColumns({ open })
  if (!USERNAME.test(name)) {
    return (
      <div className="admin-card admin-state">
        <span>{texts.enterName}</span>
      </div>
    )
  }
  return (
    <LongList
      of={['stories', 'person', name]}
      read={(next_cursor, signal) =>
        gateway.userStories(
          {
            username: name,
            fetch_unpublished: true,
            gif_hydration_method: 'cover_only',
            ...(next_cursor && { next_cursor }),
          },
          { signal },
        )
      }
      columns={columns}
      keyOf={keyOf}
      open={open}
      label={texts.person}
      empty={interpolate(texts.emptyPerson, { name })}
    />
  )
}
