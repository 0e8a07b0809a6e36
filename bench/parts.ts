import { benchClient } from './client.ts'
import type { Findings } from './figure.ts'
import type { PartName } from './inputs.ts'
import { benchLoad } from './load.ts'
import { benchPickers } from './pickers.ts'
import { tryFiles } from './pictures/trial.ts'
import { benchPictures } from './pictures.ts'
import { benchPlaying } from './playing.ts'
import { benchProfile } from './profile.ts'
import { benchSearch } from './search.ts'
import { benchServe } from './serve.ts'
import { benchServer } from './server.ts'
import { benchSimulate } from './simulate.ts'
import { benchSizes } from './sizes.ts'
import { benchWidgets } from './widgets.ts'

export type Options = { million: boolean; minutes: number; files: string; seed: number }

/** Every part of the benchmark. */
export const PARTS: Readonly<Record<PartName, (options: Options) => Promise<Findings>>> = {
  server: benchServer,
  client: benchClient,
  widgets: benchWidgets,
  pickers: benchPickers,
  pictures: ({ files }) => (files === '' ? benchPictures() : tryFiles(files)),
  search: ({ million }) => benchSearch(million),
  simulate: ({ seed }) => benchSimulate(seed),
  sizes: benchSizes,
  profile: benchProfile,
  playing: benchPlaying,
  serve: ({ minutes }) => benchServe(minutes),
  load: ({ minutes }) => benchLoad(minutes),
}
