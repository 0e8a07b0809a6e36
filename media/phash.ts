import sharp from 'sharp'
import hashOf from 'sharp-phash'
import { PHASH_FRAMES } from '../shared/picture/phash.ts'
import { type Clip, type Frame, frameAt } from './clip/clip.ts'

/** The spread of brightness, in levels of 255, below which a frame shows too little: its hash would be noise. */
const LEAST_SPREAD = 4

/** A frame's hash in hex; '' where it shows too little. On white, as a film of it has it. */
async function hashFrame({ rgba }: Frame, { width, height }: Clip): Promise<string> {
  const raw = { width, height, channels: 3 } as const
  const picture = sharp(rgba, { raw: { ...raw, channels: 4 } }).flatten({ background: '#fff' })
  const rgb = await picture.raw().toBuffer()
  const { channels } = await sharp(rgb, { raw }).stats()
  if (channels.every(({ stdev }) => stdev < LEAST_SPREAD)) return ''
  const bits = await hashOf(rgb, { raw })
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

/** A clip's perceptual hash (`shared/picture/phash.ts`): those of its frames, each once; '' where they show too little. */
export async function phashOf(clip: Clip): Promise<string> {
  const moments = Array.from({ length: PHASH_FRAMES }, (_, n) => frameAt(clip, (n + 0.5) / PHASH_FRAMES))
  const hashes = await Promise.all([...new Set(moments)].map((frame) => hashFrame(frame, clip)))
  return [...new Set(hashes.filter(Boolean))].join('-')
}
