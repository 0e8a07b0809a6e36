// In plain Node without a dependency: the first step of every command needs it before anything is installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const TRY_EVERY_MS = 200

/** When a process started, in ticks since the system did; empty where the system does not say. @param {number} pid */
function startOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** Identifies a process: ids are used again, after a container's restart even soon. @param {number} pid */
export const identify = (pid) => `${pid} ${startOf(pid)}`

/** Whether the process that `identify` named still runs. @param {string} holder */
export function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return holder === identify(pid)
}

/** The process that holds the lock; empty where nobody does. @param {string} file */
function holderOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Creates the lock with its content in one step, so that nobody reads half of it. @param {string} file */
function tryTake(file) {
  const own = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, identify(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes the lock of a process that has ended. @param {string} file @param {string} holder */
function removeStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    // Another command was quicker: what was moved aside is its new lock.
    if (holderOf(aside) !== holder) linkSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @param {string} root @param {string} name */
const fileOf = (root, name) => join(root, '.wrangler', 'locks', name)

/**
 * Takes a lock until this process ends; false where another command holds it.
 *
 * @param {string} root the checkout
 * @param {string} name
 */
export function holdLock(root, name) {
  const file = fileOf(root, name)
  const holder = holderOf(file)
  if (holder && !isAlive(holder)) removeStale(file, holder)
  if (!tryTake(file)) return false
  process.once('exit', () => rmSync(file, { force: true }))
  return true
}

/**
 * Does the work while no other command of this checkout does work under the same name; others wait. A lock whose process
 * has ended is taken over.
 *
 * @template T
 * @param {string} root the checkout
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, name, work) {
  const file = fileOf(root, name)
  for (let waits = 0; !tryTake(file); waits++) {
    const holder = holderOf(file)
    if (holder && !isAlive(holder)) removeStale(file, holder)
    else {
      if (waits === 25)
        console.log(`Waiting for another command (process ${Number.parseInt(holder, 10)}): ${name} …`)
      await pause(TRY_EVERY_MS)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
