import { Button, Group, TextInput } from '@mantine/core'
import { byStatus, isoOf, useChange, usePage } from '../admin.tsx'
import { type GatewayStory, gateway } from '../gateway-client.ts'
import { Notice, PageTop, RowButton, SmallPicture, Views, When } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { useContentFocus } from '../parts/focus.ts'
import { type Column, LongList, type RowOf } from '../parts/list.tsx'
import { StoryBadge, StoryEditor } from '../stories/story-editor.tsx'

type Open = { open: (story: GatewayStory) => void }

/** A story's cover, title and author. */
function StoryName({ story }: { story: GatewayStory }) {
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

function EditButton({ story, open }: Open & { story: GatewayStory }) {
  const { common, texts } = usePage('stories')
  return <RowButton text={common.edit} name={story.title || texts.untitled} press={() => open(story)} />
}

/** What the gateway takes as a user's name. */
const USERNAME = /^[A-Za-z0-9._-]{1,50}$/

/** The newest stories of all artists, or those of a person, drafts too. */
function Stories({ open, view, name }: Open & { view: 'artists' | 'person'; name: string }) {
  const { common, texts, fill } = usePage('stories')
  const isPerson = view === 'person'
  if (isPerson && !USERNAME.test(name)) return <Notice text={texts.enterName} />
  const edit = (story: GatewayStory) => <EditButton story={story} open={open} />
  const input = { username: name, fetch_unpublished: true, gif_hydration_method: 'cover_only' } as const
  return (
    <LongList
      key={view}
      queryKey={['stories', view, isPerson && name]}
      read={(next_cursor, signal) =>
        isPerson
          ? gateway.userStories({ ...input, ...(next_cursor && { next_cursor }) }, { signal })
          : gateway.partnerArtistStories({}, { signal })
      }
      columns={[
        { title: texts.story, cell: (story) => <StoryName story={story} />, width: '44%' },
        { title: common.state, cell: (story) => <StoryBadge story={story} /> },
        { title: common.gifs, cell: ({ gif_count }) => gif_count, width: '90px' },
        { title: common.actions, end: true, cell: edit, width: '140px' },
      ]}
      keyOf={({ story_id }) => story_id}
      open={open}
      label={texts[view]}
      empty={isPerson ? fill(texts.emptyPerson, { name }) : texts.emptyArtists}
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
      <RowButton text={texts.untrend} name={row.story?.title || texts.untitled} press={() => takeOut(row)} />
    </Group>
  )
  return [
    { title: texts.story, cell: name, width: '44%' },
    { title: common.when, cell: ({ publish_datetime }) => <When at={publish_datetime} /> },
    { title: common.actions, end: true, cell: actions, width: '230px' },
  ]
}

/** `story` is the one that is open: its id, or this for a new one. */
const NEW = 'new'
const FILTERS = { view: ['artists', 'person', 'trending'], user: '', story: '' } as const

/** `/admin/stories`: who has which, what trends, and one of them to be edited. */
export default function StoriesPage() {
  const filtering = useFilters(FILTERS)
  const { filters, change, type } = filtering
  const { story } = filters
  const open = ({ story_id }: GatewayStory) => change({ story: story_id })
  useContentFocus(story)
  if (story) {
    return (
      <StoryEditor
        key={story}
        id={story === NEW ? undefined : story}
        back={() => change({ story: '' })}
        created={({ story_id, username }) => type({ story: story_id, view: 'person', user: username })}
      />
    )
  }
  return <StoryLists filtering={filtering} open={open} />
}

type ListsProps = Open & { filtering: ReturnType<typeof useFilters<typeof FILTERS>> }

function StoryLists({ filtering, open }: ListsProps) {
  const { texts } = usePage('stories')
  const { filters, change, type } = filtering
  const { view, user } = filters
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => change({ story: NEW })}>{texts.add}</Button>
      </PageTop>
      <div className="admin-filters">
        <Views views={FILTERS.view} texts={texts} value={view} choose={(view) => change({ view })} />
        {view === 'person' && (
          <TextInput
            type="search"
            aria-label={texts.username}
            placeholder={texts.username}
            value={user}
            maxLength={50}
            onChange={({ currentTarget }) => type({ user: currentTarget.value.trim() })}
          />
        )}
      </div>
      {view === 'trending' ? (
        <TrendingStories open={open} />
      ) : (
        <Stories open={open} view={view} name={user} />
      )}
    </>
  )
}
