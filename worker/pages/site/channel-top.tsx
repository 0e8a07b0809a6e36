import { VerifiedBadge } from '../../../islands/ui/icons.tsx'
import type { ChannelView } from '../../../shared/site/channel-view.ts'
import type { Paging } from '../../../shared/site/paging.ts'
import { countOf } from './list-top.tsx'
import type { SitePlace } from './site-place.ts'

type Props = { place: SitePlace; channel: ChannelView; paging: Paging; title?: string }

/** Whose page it is: picture, name, badge where the provider says so, a sentence, how much there is. */
export const ChannelTop = ({ place, channel, paging, title }: Props) => (
  <div className="channel-top">
    <img
      className="avatar"
      src={channel.avatar}
      width="88"
      height="88"
      alt=""
      decoding="async"
      loading="lazy"
    />
    <div>
      <h1>
        <bdi>{title ?? channel.name}</bdi>
        {channel.verified && <VerifiedBadge text={place.words.verified} />}
      </h1>
      <p className="count">
        <bdi>{`@${channel.id}`}</bdi> · {countOf(place, paging)}
      </p>
      {channel.text && <p className="channel-text">{channel.text}</p>}
    </div>
  </div>
)
