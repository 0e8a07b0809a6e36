import { EXTRAS_MIN_PX } from '../../shared/limits.ts'

/** §2 Extras stay away from frames that are too small for them: nothing is fetched for those either. */
export const isRoomy = () => innerWidth >= EXTRAS_MIN_PX.width && innerHeight >= EXTRAS_MIN_PX.height
