import type { ItemView } from '../../../shared/public/item-view.ts'
import type { PageContext } from '../../public/layout/page-context.ts'
import { PauseButton, Player } from '../../render/parts.tsx'

type Props = { view: ItemView; label: PageContext['playerTexts'] }

/** An item as it plays. */
export const Picture = ({ view: { kind, picture, title }, label }: Props) => (
  <figure className="player" data-kind={kind} data-shape={picture.height > picture.width ? 'tall' : 'wide'}>
    <Player picture={picture} title={title} paused={false} film={undefined} />
    <PauseButton texts={label} />
  </figure>
)
