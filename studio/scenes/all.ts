import type { Scene } from '../drawing/scene.ts'
import { abstract } from './abstract.ts'
import { food } from './food.ts'
import { geometry } from './geometry.ts'
import { bedtime } from './moods/bedtime.ts'
import { feelings } from './moods/feelings.ts'
import { lettering } from './moods/lettering.ts'
import { occasions } from './moods/occasions.ts'
import { outbursts } from './moods/outbursts.ts'
import { reactions } from './moods/reactions.ts'
import { wishes } from './moods/wishes.ts'
import { coast } from './outdoors/coast.ts'
import { dusk } from './outdoors/dusk.ts'
import { railway } from './outdoors/railway.ts'
import { sea } from './outdoors/sea.ts'
import { space } from './outdoors/space.ts'
import { tales } from './outdoors/tales.ts'
import { weather } from './outdoors/weather.ts'
import { tech } from './tech.ts'

/** Every loop of the seed library. */
export const scenes: readonly Scene[] = [
  ...reactions,
  ...feelings,
  ...outbursts,
  ...occasions,
  ...bedtime,
  ...food,
  ...dusk,
  ...weather,
  ...sea,
  ...space,
  ...tech,
  ...abstract,
  ...geometry,
  ...tales,
  ...coast,
  ...railway,
  ...wishes,
  ...lettering,
]
