import { spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { root } from '../steps/run-step.ts'

/** What a child may use. Memory is what it may write to, of each of its processes; only Linux enforces it. */
type Limits = { ms: number; memoryBytes: number }

/** How a child ended: `code` is null after a signal, `late` when it was killed at its deadline. */
type Ended = {
  code: number | null
  signal: NodeJS.Signals | null
  late: boolean
  output: string
  complaint: string
}

/** How far behind other processes a child is. */
const NICE = 10
const OUTPUT_MAX = 1_000_000
const COMPLAINT_MAX = 2000
/** How long after the deadline a group ends that nobody killed: its parent is gone, and its Node hangs. */
const ORPHAN_MS = 5000

// Node's own heap limit knows nothing of what libvips and ffmpeg allocate. `ulimit -v` would count what V8 reserves and
// never touches; `-d` counts what can be written, and holds for ffmpeg too. The first line is for an orphan that hangs.
const LIMITED = `(sleep "$2"; kill -KILL 0) </dev/null >/dev/null 2>&1 &
ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift 2; exec "$@"`

/**
 * Runs a script of ours with this Node, limits of its own and `input` as its standard input. It leads a group of processes,
 * which is killed at the deadline; without its parent it ends (`tools/end-with-parent.mjs`).
 */
export function runLimited(
  [script, ...args]: readonly [string, ...string[]],
  { input, folder, limits }: { input: Uint8Array; folder: string; limits: Limits },
): Promise<Ended> {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './tools/end-with-parent.mjs']
  const kib = String(Math.ceil(limits.memoryBytes / 1024))
  const seconds = String(Math.ceil((limits.ms + ORPHAN_MS) / 1000))
  const child = spawn(
    'sh',
    ['-c', LIMITED, 'sh', kib, seconds, process.execPath, ...flags, script, ...args],
    {
      cwd: root,
      detached: true,
      env: { ...process.env, TMPDIR: folder },
    },
  )
  // Behind what serves: it takes minutes, and no one waits for its pages.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), NICE))
  return new Promise((resolve, reject) => {
    const ended: Ended = { code: null, signal: null, late: false, output: '', complaint: '' }
    const kill = () => {
      if (child.pid !== undefined) killGroup(child.pid)
    }
    const timer = setTimeout(() => {
      ended.late = true
      kill()
    }, limits.ms)
    process.once('exit', kill)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      ended.output = (ended.output + text).slice(0, OUTPUT_MAX)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      ended.complaint = (ended.complaint + text).slice(-COMPLAINT_MAX)
    })
    // A child that ends early closes its input: how it ended says more.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', kill)
      kill()
      resolve({ ...ended, code, signal })
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
