import type { Context } from 'hono'
import type { StoryView } from '../../../shared/public/story-view.ts'
import type { App } from '../../app-types.ts'
import { readGateway } from './read-gateway.ts'
import { shownIn } from './shown-stories.ts'

/** How many of a person's stories their channel page shows. */
const LIMIT = 6
/** ms that the page waits for them. */
const PATIENCE_MS = 1500

/** A person's newest stories, with their covers. @throws AppError */
export async function storiesOf(c: Context<App>, username: string): Promise<StoryView[]> {
  const fields = { username, limit: LIMIT, gif_hydration_method: 'cover_only' }
  const { results } = await readGateway(c, 'userStories', fields, { deadline: PATIENCE_MS })
  return shownIn(c, results.slice(0, LIMIT))
}
