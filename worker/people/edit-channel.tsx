import { InputError } from '../../shared/errors.ts'
import { channelPath, SITE_PAGE } from '../../shared/public/browse-path.ts'
import type { Channel } from '../../shared/schema/site-records.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section, Top } from './account-parts.tsx'
import { ChannelTags, channelTagForms } from './channel-tags.tsx'
import { PostForm } from './form.tsx'
import { ownChannelPath, parentChoices } from './own-channels.tsx'
import { DELETE_CHANNEL, EDIT_CHANNEL, UNPICK } from './own-forms.ts'
import {
  ACCOUNTS_ELSEWHERE,
  assertSure,
  byForm,
  type Drawn,
  forPerson,
  type PageState,
  peoplePage,
} from './people-page.tsx'
import { checkedIn, drawPick, Picks, pickedIn, shownGif } from './pick-gifs.tsx'

type C = PageState['c']

const idOf = (c: C): string => c.req.param('channel') ?? ''

const saved = (c: C) => ({ redirect: `${ownChannelPath(idOf(c))}?done=saved` })

/** An empty field of the call changes nothing: a space empties a text. */
const orSpace = (text = '') => text || ' '

/** `/account/channels/{id}`: a channel's words and place, its GIFs and tags, and its end. */
export const editChannelPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(drawChannel),
  submit: byForm({
    async edit(c, { display_name, short_display_name, slug, description, parent, is_visible }) {
      const words = {
        display_name: orSpace(display_name),
        short_display_name: orSpace(short_display_name),
        description: orSpace(description),
      }
      const { body: now } = await pageCall(c, 'channel', { id: idOf(c) })
      // Where it is named again, it would go behind all others.
      const place = parent === (now.parent || '0') ? {} : { parent }
      await pageCall(c, 'updateChannel', {
        id: idOf(c),
        slug,
        ...words,
        ...place,
        is_visible: is_visible === 'true',
      })
      return saved(c)
    },
    async unpick(c, fields) {
      const chosen = checkedIn(fields)
      if (chosen.length === 0) throw new InputError('Nothing is chosen', {})
      if (fields.to === 'front') await pageCall(c, 'orderChannel', { id: idOf(c), gif_ids: chosen })
      else await pageCall(c, 'changeChannelGifs', { id: idOf(c), remove: chosen.join() })
      return saved(c)
    },
    ...channelTagForms(idOf, saved),
    async delete(c, fields) {
      assertSure(fields)
      await pageCall(c, 'deleteChannel', { id: idOf(c) })
      return { redirect: '/account/channels?done=removed' }
    },
  }),
})

/** `/account/channels/{id}/add`: GIFs for it, by looking. */
export const channelPickPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(async (page) => {
    const { c } = page
    const { body: channel } = await pageCall(c, 'channel', { id: idOf(c) })
    const { data } = (await pageCall(c, 'channelGifs', { id: idOf(c) })).body
    const there = new Set(data.map(({ id }) => id))
    return drawPick(page, { name: channel.display_name, path: ownChannelPath(channel.id), there })
  }),
  submit: byForm({
    async pick(c, fields) {
      await pageCall(c, 'changeChannelGifs', { id: idOf(c), add: pickedIn(fields).join() })
      return saved(c)
    },
  }),
})

async function drawChannel(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const { body: channel } = await pageCall(c, 'channel', { id: idOf(c) })
  const { display_name, short_display_name, slug, description, parent, is_visible } = channel
  const words = { display_name, short_display_name, slug, description }
  const choices = { parent: await parentChoices(page, channel.id) }
  return {
    title: display_name,
    content: (
      <>
        <Top
          page={page}
          links={[['/account/channels', texts.ownChannels]]}
          title={display_name}
          note={<bdi>{`@${slug}`}</bdi>}
        >
          <p className="others">
            <a href={to(channelPath(slug))}>{texts.openItem}</a>
          </p>
        </Top>
        <Section title={texts.gifDetails} text={texts.channelText}>
          <PostForm
            page={page}
            row={EDIT_CHANNEL}
            values={{ ...words, parent: parent || '0', is_visible: String(is_visible) }}
            choices={choices}
          />
        </Section>
        <ChannelGifs page={page} channel={channel} {...(await gifsOf(page))} />
        <ChannelTags page={page} channel={channel} />
        <Section title={texts.channelDelete} text={texts.channelDeleteText}>
          <PostForm page={page} row={DELETE_CHANNEL} />
        </Section>
      </>
    ),
  }
}

async function gifsOf({ c }: PageState) {
  const max_id = c.req.query('max_id')
  const { data, pagination } = (await pageCall(c, 'channelGifs', { id: idOf(c), max_id })).body
  const isMore = max_id ? data.length === SITE_PAGE : (pagination?.total_count ?? 0) > data.length
  return { items: data.map(shownGif), next: (isMore && data.at(-1)?.id) || '' }
}

type GifsProps = {
  page: PageState
  channel: Channel
  items: Parameters<typeof Picks>[0]['items']
  next: string
}

/** What the channel has, a page of it. */
const ChannelGifs = ({ page, channel: { id }, items, next }: GifsProps) => (
  <Section title={page.texts.gifs} text={page.texts.channelGifsText} id="gifs">
    <p className="others">
      <a className="act" href={page.to(`${ownChannelPath(id)}/add`)}>
        {page.texts.gifsAdd}
      </a>
      {next && <a href={page.to(`${ownChannelPath(id)}?max_id=${next}#gifs`)}>{page.texts.older}</a>}
    </p>
    {items.length === 0 ? (
      <p className="note empty">{page.texts.gifsNone}</p>
    ) : (
      <PostForm page={page} row={UNPICK}>
        <Picks page={page} items={items} />
        <button type="submit" className="act quiet" name="to" value="front">
          {page.texts.gifsFront}
        </button>
      </PostForm>
    )}
  </Section>
)
