import type { Clip, Frame } from './clip.ts'

/** Shorter than this no frame is shown, in s. */
const SHORTEST_S = 0.02

/** Shows a clip's frames: a part of it again and again, or one frame. What is asked last ends what was before. */
export function createPlayer(clip: Clip, draw: (frame: Frame) => void) {
  let turn = 0

  async function run(start: number, end: number, isLoop: boolean): Promise<void> {
    const mine = ++turn
    const isOver = () => mine !== turn
    let hasFrames: boolean
    do {
      hasFrames = false
      let due = performance.now()
      for await (const frame of clip.frames(start, end)) {
        if (isOver()) return
        hasFrames = true
        draw(frame)
        if (!isLoop) return
        const now = performance.now()
        // What came too late is not caught up with.
        due = Math.max(due + Math.max(frame.duration, SHORTEST_S) * 1000, now)
        await new Promise((resolve) => setTimeout(resolve, due - now))
        if (isOver()) return
      }
    } while (hasFrames && !isOver())
  }

  return {
    play: (start: number, end: number) => run(start, end, true),
    /** The frame at a time. */
    show: (at: number) => run(at, at + SHORTEST_S, false),
    stop: () => {
      turn++
    },
  }
}
