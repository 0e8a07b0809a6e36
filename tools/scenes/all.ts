import { abstract } from './abstract.ts'
import { coast } from './bay.ts'
import { bedtime } from './bedtime.ts'
import { dusk } from './dusk.ts'
import { feelings } from './feelings.ts'
import { food } from './food.ts'
import { geometry } from './geometry.ts'
import { lettering } from './lettering.ts'
import { occasions } from './occasions.ts'
import { outbursts } from './outbursts.ts'
import { railway } from './railway.ts'
import { reactions } from './reactions.ts'
import type { Scene } from './scene.ts'
import { sea } from './sea.ts'
import { space } from './space.ts'
import { tales } from './tales.ts'
import { tech } from './tech.ts'
import { weather } from './weather.ts'
import { wishes } from './wishes.ts'

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
