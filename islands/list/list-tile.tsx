import { useSignals } from '@preact/signals-react/runtime'
import type { Gif } from '../../shared/schema/gif.ts'
import { Tile } from '../ui/tile.tsx'
import type { TileBox } from '../ui/tile-picture.ts'
import type { ListOptions } from './list-options.ts'

type Props = { options: ListOptions; gif: Gif; at: number; isStop: boolean; box: TileBox }

/** One tile of a carousel or grid, by the list's options. */
export function ListTile({ options, gif, at, isStop, box }: Props) {
  useSignals()
  return (
    <Tile
      gif={gif}
      href={options.hrefOf?.(gif)}
      box={box}
      motion={options.motion.value}
      eager={at < (options.start?.gifs?.length ?? 0)}
      attribution={options.hideAttribution ? undefined : options.texts.verified}
      tabIndex={isStop ? options.tabIndex : -1}
      scaleUpLimit={options.scaleUpLimit}
      pressable={options.pressable}
      observe={options.observe}
    />
  )
}
