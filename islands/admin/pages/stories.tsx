import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Story } from '../../../shared/schema/site-records.ts'
import { usePage } from '../admin.ts'
import { PageTop, Views } from '../parts/elements.tsx'
import { oneOf, useFilters } from '../place.ts'
import { StoryEditor } from '../stories/story-editor.tsx'
import { ArtistStories, PersonStories, TrendingStories } from '../stories/story-lists.tsx'

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
