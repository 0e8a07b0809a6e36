import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Story } from '../../../shared/schema/site-records.ts'
import { isoOf, usePage } from '../admin.tsx'
import { gateway } from '../gateway-client.ts'
import { byStatus, useChange } from '../parts/calls.ts'
import { Notice, PageTop, SmallButton, Views, When } from '../parts/elements.tsx'
import { SmallPicture } from '../parts/items.tsx'
import { type Column, LongList, type RowOf } from '../parts/list.tsx'
import { oneOf, useFilters } from '../place.ts'
import { StoryBadge, StoryEditor } from '../stories/story-editor.tsx'

type Open = { open: (story: Story) => void }

/** A story's cover, title and author. */
function StoryName({ story }: { story: Story }) {
  const { texts } = usePage('stories')
  return (
    <span className="admin-item">
      <SmallPicture gif={story.cover_gif} />
      <span>
        <bdi>{story.title || texts.untitled}</bdi>
        <br />
        <bdi className="admin-soft">@{story.username}</bdi>
      </span>
    </span>
  )
}

function EditButton({ story, open }: Open & { story: Story }) {
  const { texts } = usePage('stories')
  return (
    <SmallButton onClick={() => open(story)} aria-label={`${texts.edit}: ${story.title || texts.untitled}`}>
      {texts.edit}
    </SmallButton>
  )
}

function useColumns({ open }: Open): Column<Story>[] {
  const { common, texts } = usePage('stories')
  return [
    { title: texts.story, cell: (story) => <StoryName story={story} />, width: '44%' },
    { title: common.state, cell: (story) => <StoryBadge story={story} /> },
    { title: texts.gifs, cell: ({ gif_count }) => gif_count, width: '90px' },
    {
      title: common.actions,
      end: true,
      cell: (story) => <EditButton story={story} open={open} />,
      width: '140px',
    },
  ]
}

const keyOf = ({ story_id }: Story): string => story_id

/** The newest stories of all artists. */
function ArtistStories({ open }: Open) {
  const { texts } = usePage('stories')
  return (
    <LongList
      queryKey={['stories', 'artists']}
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
function PersonStories({ open, name }: Open & { name: string }) {
  const { texts, fill } = usePage('stories')
  const columns = useColumns({ open })
  if (!USERNAME.test(name)) return <Notice text={texts.enterName} />
  const input = { username: name, fetch_unpublished: true, gif_hydration_method: 'cover_only' } as const
  return (
    <LongList
      queryKey={['stories', 'person', name]}
      read={(next_cursor, signal) =>
        gateway.userStories({ ...input, ...(next_cursor && { next_cursor }) }, { signal })
      }
      columns={columns}
      keyOf={keyOf}
      open={open}
      label={texts.person}
      empty={fill(texts.emptyPerson, { name })}
    />
  )
}

type TrendingRow = RowOf<typeof gateway.trendingStories>
type TrendingChange = { row: TrendingRow; isBack: boolean }

/** Deletes a story's row, by the id that it has now: an undo has given it another. */
async function takeOut({ id, story_id }: TrendingRow): Promise<void> {
  const listed = await gateway.trendingStories()
  const now = listed?.results.find((row) => row.story_id === story_id)
  await gateway.deleteTrendingStory({ id: now?.id ?? id })
}

const schedule = ({ story_id, publish_datetime }: TrendingRow) =>
  gateway.scheduleTrendingStory({ story_id, publish_datetime })

/** The stories that trend, and those that will. */
function TrendingStories({ open }: Open) {
  const { common, texts, language, fill } = usePage('stories')
  const change = useChange({
    list: 'stories',
    write: async ({ row, isBack }: TrendingChange) => (isBack ? schedule(row) : takeOut(row)),
    message: ({ row, isBack }) =>
      fill(isBack ? texts.trendDone : texts.untrended, {
        title: row.story?.title || texts.untitled,
        when: new Date(isoOf(row.publish_datetime)).toLocaleString(language),
      }),
    failure: byStatus({ 404: common.conflict }),
    undo: ({ row, isBack }) => ({ row, isBack: !isBack }),
  })
  return (
    <LongList
      queryKey={['stories', 'trending']}
      read={(_, signal) => gateway.trendingStories({}, { signal })}
      columns={useTrendingColumns(open, (row) => change.mutate({ row, isBack: false }))}
      keyOf={({ id }) => id}
      open={({ story }) => story && open(story)}
      label={texts.trending}
      empty={texts.emptyTrending}
    />
  )
}

function useTrendingColumns(open: Open['open'], takeOut: (row: TrendingRow) => void): Column<TrendingRow>[] {
  const { common, texts } = usePage('stories')
  const name = ({ story }: TrendingRow) =>
    story ? <StoryName story={story} /> : <span className="admin-soft">{texts.gone}</span>
  const actions = (row: TrendingRow) => (
    <Group gap="xs">
      {row.story && <EditButton story={row.story} open={open} />}
      <SmallButton
        onClick={() => takeOut(row)}
        aria-label={`${texts.untrend}: ${row.story?.title || texts.untitled}`}
      >
        {texts.untrend}
      </SmallButton>
    </Group>
  )
  return [
    { title: texts.story, cell: name, width: '44%' },
    { title: common.when, cell: ({ publish_datetime }) => <When at={publish_datetime} /> },
    { title: common.actions, end: true, cell: actions, width: '230px' },
  ]
}

const VIEWS = ['artists', 'person', 'trending'] as const

/** `story` is the one that is open: its id, or this for a new one. */
const NEW = 'new'
const FILTERS = { view: 'artists', user: '', story: '' }

/** `/admin/stories`: who has which, what trends, and one of them to be edited. */
export default function StoriesPage() {
  const { texts } = usePage('stories')
  const { filters, change, type } = useFilters(FILTERS)
  const view = oneOf(VIEWS, filters.view) ?? 'artists'
  const open = ({ story_id }: Story) => change({ story: story_id })
  const shown = useRef(filters.story)
  // What had the focus is gone with the list, or with the editor.
  useEffect(() => {
    if (shown.current !== filters.story) document.getElementById('content')?.focus()
    shown.current = filters.story
  }, [filters.story])
  if (filters.story) {
    return (
      <StoryEditor
        id={filters.story === NEW ? undefined : filters.story}
        back={() => change({ story: '' })}
        created={({ story_id, username }) => type({ story: story_id, view: 'person', user: username })}
      />
    )
  }
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => change({ story: NEW })}>{texts.add}</Button>
      </PageTop>
      <div className="admin-filters">
        <Views
          label={texts.view}
          views={VIEWS}
          texts={texts}
          value={view}
          choose={(value) => change({ view: value })}
        />
        {view === 'person' && (
          <TextInput
            type="search"
            aria-label={texts.username}
            placeholder={texts.username}
            value={filters.user}
            maxLength={50}
            onChange={({ currentTarget }) => type({ user: currentTarget.value.trim() })}
          />
        )}
      </div>
      {view === 'artists' && <ArtistStories open={open} />}
      {view === 'person' && <PersonStories open={open} name={filters.user} />}
      {view === 'trending' && <TrendingStories open={open} />}
    </>
  )
}
