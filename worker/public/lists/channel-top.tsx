import { VerifiedBadge } from '../../../islands/ui/icons.tsx'
import type { Paging } from '../../../shared/public/browse-path.ts'
import type { ChannelView } from '../../../shared/public/channel-view.ts'
import type { PageContext } from '../layout/page-context.ts'
import { countOf } from './list-top.tsx'

type Props = { context: PageContext; channel: ChannelView; paging: Paging; title?: string }

/** The head of a channel: picture, name, badge of a verified user, description, number of GIFs. */
export const ChannelTop = ({ context, channel, paging, title }: Props) => (
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
        {channel.verified && <VerifiedBadge text={context.playerTexts.verified} />}
      </h1>
      <p className="count">
        <bdi>{`@${channel.id}`}</bdi> · {countOf(context, paging)}
      </p>
      {channel.text && <p className="channel-text">{channel.text}</p>}
    </div>
  </div>
)
