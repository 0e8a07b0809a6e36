import { Button, Group } from '@mantine/core'
import type * as v from 'valibot'
import { UpstreamError } from '../../../shared/errors.ts'
import type { Story, TrendingStorySchema } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { isoOf } from '../editorial/local-time.ts'
import { LongList } from '../editorial/long-list.tsx'
import { gateway } from '../gateway-client.ts'
import type { Column } from '../parts/list.tsx'
import { useChange } from '../parts/use-change.ts'
import { When } from '../parts/when.tsx'
import { StoryName } from './story-cells.tsx'

type Row = v.InferOutput<typeof TrendingStorySchema>
type Change = { row: Row; isBack: boolean }

/** Deletes a story's row, by the id that it has now: an undo has given it another. */
async function takeOut({ id, story_id }: Row): Promise<void> {
  const listed = await gateway.trendingStories()
  const now = listed?.results.find((row) => row.story_id === story_id)
  await gateway.deleteTrendingStory({ id: now?.id ?? id })
}

/** The stories that trend, and those that will. */
export function TrendingStories({ open }: { open: (story: Story) => void }) {
  const { texts: all, language } = useAdmin()
  const { common, stories: texts } = all
  const titleOf = ({ story }: Row) => story?.title || texts.untitled
  const change = useChange({
    of: 'stories',
    write: async ({ row, isBack }: Change) =>
      isBack
        ? gateway.scheduleTrendingStory({ story_id: row.story_id, publish_datetime: row.publish_datetime })
        : takeOut(row),
    said: ({ row, isBack }) =>
      interpolate(isBack ? texts.trendDone : texts.untrended, {
        title: titleOf(row),
        when: new Date(isoOf(row.publish_datetime)).toLocaleString(language),
      }),
    failed: (error) => (error instanceof UpstreamError && error.status === 404 ? common.conflict : undefined),
    undo: ({ row, isBack }) => ({ row, isBack: !isBack }),
  })
  const columns: Column<Row>[] = [
    {
      title: texts.story,
      cell: ({ story }) =>
        story ? <StoryName story={story} /> : <span className="admin-soft">{texts.gone}</span>,
      width: '44%',
    },
    { title: common.when, cell: ({ publish_datetime }) => <When at={isoOf(publish_datetime)} /> },
    {
      title: common.actions,
      end: true,
      cell: (row) => (
        <Group gap="xs">
          {row.story && (
            <Button
              variant="default"
              size="xs"
              onClick={() => row.story && open(row.story)}
              aria-label={`${texts.edit}: ${titleOf(row)}`}
            >
              {texts.edit}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            onClick={() => change.mutate({ row, isBack: false })}
            aria-label={`${texts.untrend}: ${titleOf(row)}`}
          >
            {texts.untrend}
          </Button>
        </Group>
      ),
      width: '230px',
    },
  ]
  return (
    <LongList
      of={['stories', 'trending']}
      read={(_, signal) => gateway.trendingStories({}, { signal })}
      columns={columns}
      keyOf={({ id }) => id}
      open={({ story }) => story && open(story)}
      label={texts.trending}
      empty={texts.emptyTrending}
    />
  )
}
