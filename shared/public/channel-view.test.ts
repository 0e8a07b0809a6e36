import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { ChannelListSchema } from '../schema/provider-response.ts'
import { channelView } from './channel-view.ts'

const channels = v.parse(ChannelListSchema, {
  data: [
    {
      id: 7,
      slug: 'sea-life',
      display_name: 'Sea Life',
      description: 'Wet.',
      user: { id: '1', username: 'ann', is_verified: 1 },
    },
    { id: 8, slug: 'other' },
  ],
  meta: { response_id: 'r' },
}).data
const byAnn = gifOf({
  user: {
    id: '1',
    username: 'Ann',
    display_name: 'Ann A.',
    is_verified: 1,
    is_public: 1,
    description: 'Draws.',
  },
})

describe('whose page a channel’s is', () => {
  it.each(['sea-life', 'Sea-Life', '7'])('the channel that is called %s, verified as its user is', (id) => {
    expect(channelView(id, channels, [])).toMatchObject({
      id: 'sea-life',
      name: 'Sea Life',
      verified: true,
      text: 'Wet.',
    })
  })

  it('a user, whose name the listed GIFs bear', () => {
    expect(channelView('ann', [], [gifOf(), byAnn])).toMatchObject({
      id: 'Ann',
      name: 'Ann A.',
      verified: true,
      text: 'Draws.',
    })
  })

  it.each([{ is_public: 0 }, { suppress_chrome: 1 }])(
    'a name alone where the user is not shown (§5): %o',
    (flag) => {
      const gif = gifOf({ user: { username: 'ann', display_name: 'Ann A.', is_verified: 1, ...flag } })
      expect(channelView('ann', [], [gif])).toMatchObject({ name: 'ann', verified: false, text: '' })
    },
  )

  it('nobody’s, where nothing is listed and no channel has the name', () => {
    expect(channelView('nobody', channels, [])).toBeUndefined()
  })
})
