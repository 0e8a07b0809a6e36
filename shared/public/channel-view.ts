import { avatarUrl } from '../picture/avatar.ts'
import type { Gif, User } from '../schema/gif.ts'
import type { FoundChannel } from '../schema/provider-response.ts'

/** The head of a user's or channel's page. */
export type ChannelView = {
  /** Its name in the path. */
  id: string
  name: string
  avatar: string
  /** The address of a wide picture, or ''. */
  banner: string
  verified: boolean
  /** The id of the person whose it is, where that is known. */
  owner: string | undefined
  text: string
  /** The channels of a person, whose page it is. */
  channels: readonly { name: string; id: string }[]
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** A channel page's owner: the provider's channel by slug or number, else a listed user of this name, else the name. */
export function channelView(
  id: string,
  channels: readonly FoundChannel[],
  gifs: readonly Pick<Gif, 'user'>[],
): ChannelView | undefined {
  const channel = channels.find((one) => same(one.slug, id) || one.id === id)
  const user = gifs.find((gif) => gif.user && same(gif.user.username, id))?.user
  if (channel) return ofChannel(channel)
  // §5: a user who is not public, or has suppress_chrome, stays invisible.
  if (user?.is_public && !user.suppress_chrome) return ofUser(user, channels)
  return gifs.length > 0 ? ofName(id) : undefined
}

const ofChannel = ({ slug, display_name, description, user }: FoundChannel): ChannelView => ({
  id: slug,
  name: display_name || slug,
  avatar: avatarUrl(user ?? unknownOwner(slug)),
  banner: user?.banner_url ?? '',
  verified: user?.is_verified ?? false,
  owner: user?.id || undefined,
  text: description,
  channels: [],
})

const ofUser = (user: User, channels: readonly FoundChannel[]): ChannelView => ({
  id: user.username,
  name: user.attribution_display_name || user.display_name || user.username,
  avatar: avatarUrl(user),
  banner: user.banner_url,
  verified: user.is_verified,
  owner: user.id || undefined,
  text: user.description,
  channels: channels
    .filter((one) => one.user?.id === user.id)
    .map(({ slug, display_name }) => ({ id: slug, name: display_name || slug })),
})

const ofName = (id: string): ChannelView => ({
  id,
  name: id,
  avatar: avatarUrl(unknownOwner(id)),
  banner: '',
  verified: false,
  owner: undefined,
  text: '',
  channels: [],
})

const unknownOwner = (name: string) => ({ id: '', username: name, avatar_url: '' })
