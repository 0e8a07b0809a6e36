// In plain Node without a dependency: the first step of every command needs it before anything is installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const TRY_EVERY_MS = 200

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The process that holds the lock; NaN where nobody does. @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return Number.NaN
  }
}

/** Creates the lock with its content in one step, so that nobody reads half of it. @param {string} file */
function tryTake(file) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
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

/** Removes the lock of a process that has ended. @param {string} file @param {number} holder */
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
  const file = join(root, '.wrangler', 'locks', name)
  mkdirSync(dirname(file), { recursive: true })
  for (let waits = 0; !tryTake(file); waits++) {
    const holder = holderOf(file)
    if (!Number.isNaN(holder) && !isAlive(holder)) removeStale(file, holder)
    else {
      if (waits === 25) console.log(`Waiting for another command (process ${holder}): ${name} …`)
      await pause(TRY_EVERY_MS)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
