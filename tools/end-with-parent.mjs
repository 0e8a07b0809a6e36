// Preloaded into every task. The task leads a process group of its own, which a SIGKILL to npm's group misses, and no
// signal comes from a parent that was killed: then this process gets another parent, and ends its group.
const END_WITHIN_MS = 5000

const parent = process.ppid
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(-process.pid, 'SIGTERM')
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), END_WITHIN_MS)
}, 250).unref()
