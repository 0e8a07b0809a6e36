import type { Channel } from '../../shared/schema/site-records.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import type { FormRow } from './form-rows.ts'
import { MAGIC_TAG, RANKED_DOWN, RANKED_TAG, RANKED_UP, REMOVE_MAGIC, REMOVE_RANKED } from './own-forms.ts'
import type { Fields, Outcome, PageState } from './people-page.tsx'

type C = PageState['c']

/** What the forms of a channel's tags do. @param idOf the channel of a page */
export function channelTagForms(idOf: (c: C) => string, saved: (c: C) => Outcome) {
  const rank = async (c: C, id = '', by: number) => {
    const { ranked_tags } = (await pageCall(c, 'channel', { id: idOf(c) })).body
    const tag = ranked_tags.find((one) => one.id === id)
    if (tag) await pageCall(c, 'updateRankedTag', { id, rank: Math.max(1, tag.rank + by) })
    return saved(c)
  }
  return {
    async ranked(c: C, { tag }: Fields) {
      await pageCall(c, 'createRankedTag', { channel: idOf(c), tag })
      return saved(c)
    },
    'ranked-up': (c: C, { id }: Fields) => rank(c, id, -1),
    'ranked-down': (c: C, { id }: Fields) => rank(c, id, 1),
    async 'remove-ranked'(c: C, { id }: Fields) {
      await pageCall(c, 'deleteRankedTag', { id })
      return saved(c)
    },
    async magic(c: C, { tag }: Fields) {
      await pageCall(c, 'createMagicTag', { channel: idOf(c), tag })
      return saved(c)
    },
    async 'remove-magic'(c: C, { id }: Fields) {
      await pageCall(c, 'deleteMagicTag', { id })
      return saved(c)
    },
  }
}

type Props = { page: PageState; channel: Channel }

/** What a channel is about, by rank, and the tags whose GIFs join it by themselves. */
export const ChannelTags = ({ page, channel: { ranked_tags: ranked, magic_tags: magic } }: Props) => (
  <>
    <Section title={page.texts.rankedTags} text={page.texts.rankedText} id="ranked">
      <ul className="records">
        {ranked.map(({ id, tag }, at) => (
          <Tag
            key={id}
            {...{ page, id, tag }}
            rows={[
              ...(at > 0 ? [RANKED_UP] : []),
              ...(at < ranked.length - 1 ? [RANKED_DOWN] : []),
              REMOVE_RANKED,
            ]}
          />
        ))}
      </ul>
      <PostForm page={page} row={RANKED_TAG} />
    </Section>
    <Section title={page.texts.magicTags} text={page.texts.magicText} id="magic">
      <ul className="records">
        {magic.map(({ id, tag }) => (
          <Tag key={id} {...{ page, id, tag }} rows={[REMOVE_MAGIC]} />
        ))}
      </ul>
      <PostForm page={page} row={MAGIC_TAG} />
    </Section>
  </>
)

type TagProps = { page: PageState; id: string; tag: string; rows: readonly FormRow[] }

const Tag = ({ page, id, tag, rows }: TagProps) => (
  <li>
    <p>
      <bdi>{tag}</bdi>
    </p>
    <div className="acts">
      {rows.map((row) => (
        <PostForm key={row.name} page={page} row={row} id={id} about={tag} />
      ))}
    </div>
  </li>
)
