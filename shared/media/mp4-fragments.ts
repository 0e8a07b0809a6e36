import { along, type Box, boxes, inside } from './mp4-boxes.ts'
import { readerOf } from './piece-reader.ts'

/** Flags of a fragment's boxes: what is in them (ISO/IEC 14496-12 8.8.7, 8.8.8). */
const TFHD = { dataOffset: 0x1, description: 0x2, duration: 0x8 }
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 }
const PER_SAMPLE = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.shift]

/** Samples, and how long they last in units of their track. */
export type Samples = { frames: number; units: number }

/** A reader behind the version of a full box, and its flags. Undefined where the box is shorter than `bytes`. */
function fullBox(data: Uint8Array | undefined, bytes: number) {
  if (!data || data.byteLength < bytes) return undefined
  const reader = readerOf(data)
  return { reader, flags: reader.u32be() & 0xffffff }
}

/** What tells a film's track from the others, and how long a sample of it lasts where a fragment says nothing. */
export type FragmentedTrack = { id: number; usual: number }

/** A track whose samples are in fragments; undefined for one that has them in the index. */
export function fragmentedTrack(index: Uint8Array, track: Uint8Array): FragmentedTrack | undefined {
  const [header] = inside(track, 'tkhd')
  const at = header?.[0] === 1 ? 20 : 12
  const extensions = along(index, 'mvex', 'trex').flatMap((each) => fullBox(each, 24)?.reader ?? [])
  if (extensions.length === 0 || !header || header.byteLength < at + 4) return undefined
  const id = readerOf(header.subarray(at)).u32be()
  for (const reader of extensions) {
    if (reader.u32be() !== id) continue
    reader.skip(4)
    return { id, usual: reader.u32be() }
  }
  return undefined
}

/** What a fragment has of a track. */
export function samplesOf(fragment: Uint8Array, track: FragmentedTrack): Samples {
  const sum = { frames: 0, units: 0 }
  for (const data of inside(fragment, 'traf')) {
    const parts = boxes(data)
    const usual = usualOf(parts, track)
    if (usual === undefined) continue
    for (const { name, data: run } of parts) {
      if (name !== 'trun') continue
      const { frames, units } = samplesOfRun(run, usual)
      sum.frames += frames
      sum.units += units
    }
  }
  return sum
}

/** How long a sample of these usually lasts; undefined where they are another track's. */
function usualOf(parts: readonly Box[], { id, usual }: FragmentedTrack): number | undefined {
  const header = fullBox(parts.find(({ name }) => name === 'tfhd')?.data, 8)
  if (header?.reader.u32be() !== id) return undefined
  const { reader, flags } = header
  if (!(flags & TFHD.duration)) return usual
  const before = (flags & TFHD.dataOffset ? 8 : 0) + (flags & TFHD.description ? 4 : 0)
  if (reader.left < before + 4) return usual
  reader.skip(before)
  return reader.u32be()
}

function samplesOfRun(run: Uint8Array, usual: number): Samples {
  const head = fullBox(run, 8)
  if (!head) return { frames: 0, units: 0 }
  const { reader, flags } = head
  const frames = reader.u32be()
  if (!(flags & TRUN.duration)) return { frames, units: frames * usual }
  const before = (flags & TRUN.dataOffset ? 4 : 0) + (flags & TRUN.firstFlags ? 4 : 0)
  const each = PER_SAMPLE.filter((flag) => flags & flag).length * 4
  if (reader.left < before) return { frames, units: 0 }
  reader.skip(before)
  let units = 0
  // A run that says more than it has counts, and is refused for its number.
  for (let at = 0; at < frames && reader.left >= each; at++) {
    units += reader.u32be()
    reader.skip(each - 4)
  }
  return { frames, units }
}
