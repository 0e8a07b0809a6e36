import type * as v from 'valibot'
import type { OwnChannel } from '../../shared/schema/own/channels.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { countText, pageContext } from '../public/layout/page.ts'
import { Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { DOWN, NEW_CHANNEL, UP } from './own-forms.ts'
import {
  ACCOUNTS_ELSEWHERE,
  byForm,
  type Drawn,
  forPerson,
  type PageState,
  peoplePage,
} from './people-page.tsx'

const PATH = '/account/channels'

/** The page on which a channel is edited. */
export const ownChannelPath = (id: string): string => `${PATH}/${id}`

/** `/account/channels`: a person's channels as a tree, hidden ones too, and a new one. */
export const ownChannelsPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(drawChannels),
  submit: byForm({
    async channel(c, { display_name, parent }) {
      const { body } = await pageCall(c, 'createChannel', { display_name, parent })
      return { redirect: ownChannelPath(body.id) }
    },
    up: (c, { id = '' }) => step(c, id, -1),
    down: (c, { id = '' }) => step(c, id, 1),
  }),
})

/** Moves a channel by one place among those next to it. */
async function step(c: PageState['c'], id: string, by: number) {
  const { position } = (await pageCall(c, 'channel', { id })).body
  await pageCall(c, 'updateChannel', { id, position: Math.max(0, position + by) })
  return { redirect: PATH }
}

type Channel = v.InferOutput<typeof OwnChannel>

/** More than a page shows would be too long to choose from. */
const LIST = { limit: 100 }

/** A person's channels, each with how many of their own are above it. */
export async function ownChannels(c: PageState['c']): Promise<{ channel: Channel; level: number }[]> {
  const levels = new Map<string, number>()
  return (await pageCall(c, 'ownChannels', LIST)).body.results.map((channel) => {
    const level = (levels.get(channel.parent) ?? -1) + 1
    levels.set(channel.id, level)
    return { channel, level }
  })
}

/** The channels that one may lie in, for a form. @param but one whose own place is chosen: nothing below it fits */
export async function parentChoices(
  { c, texts }: PageState,
  but?: string,
): Promise<(readonly [string, string])[]> {
  const out = new Set(but === undefined ? [] : [but])
  const fits = (await ownChannels(c)).filter(({ channel: { id, parent } }) => {
    if (out.has(parent)) out.add(id)
    return !out.has(id)
  })
  const names = fits.map(
    ({ channel: { id, display_name }, level }) => [id, `${'– '.repeat(level)}${display_name}`] as const,
  )
  return [['0', texts.channelRoot], ...names]
}

async function drawChannels(page: PageState): Promise<Drawn> {
  const { c, texts } = page
  const rows = await ownChannels(c)
  return {
    title: texts.ownChannels,
    content: (
      <>
        <Top
          page={page}
          links={[['/account', texts.account]]}
          title={texts.ownChannels}
          note={texts.channelsText}
        />
        {rows.length === 0 && <p className="note empty">{texts.channelsNone}</p>}
        <ul className="records tree">
          {rows.map(({ channel, level }) => (
            <li key={channel.id} data-level={Math.min(level, 3)}>
              <Row page={page} channel={channel} rows={rows.map((row) => row.channel)} />
            </li>
          ))}
        </ul>
        <Section title={texts.channelGo} text={texts.channelText}>
          <PostForm page={page} row={NEW_CHANNEL} choices={{ parent: await parentChoices(page) }} />
        </Section>
      </>
    ),
  }
}

type RowProps = { page: PageState; channel: Channel; rows: readonly Channel[] }

function Row({ page, channel, rows }: RowProps) {
  const { id, display_name, parent, position, is_visible, gif_count } = channel
  const isLast = !rows.some((other) => other.parent === parent && other.position > position)
  const notes = [countText(pageContext(page.c), gif_count), !is_visible && page.texts.gifHidden]
  return (
    <>
      <p>
        <strong>
          <a href={page.to(ownChannelPath(id))}>
            <bdi>{display_name}</bdi>
          </a>
        </strong>
        <span className="note">{notes.filter(Boolean).join(' · ')}</span>
      </p>
      <div className="acts">
        {position > 0 && <PostForm page={page} row={UP} id={id} about={display_name} />}
        {!isLast && <PostForm page={page} row={DOWN} id={id} about={display_name} />}
      </div>
    </>
  )
}
