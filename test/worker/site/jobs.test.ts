import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enqueue } from '../../../origin/jobs.ts'
import worker from '../../../worker/index.ts'

beforeEach(() => env.DB.exec('DELETE FROM outbox'))
afterEach(() => vi.restoreAllMocks())

type Mail = { to: string; from: { email: string; name: string }; subject: string; text: string }

/** A mail service that fails `failures` times first. */
function mailService(failures = 0) {
  const sent: Mail[] = []
  let left = failures
  const send = async (mail: Mail) => {
    if (left-- > 0) throw new Error('the mail service is down')
    sent.push(mail)
  }
  return { sent, send }
}

async function write(createdAt = new Date().toISOString()): Promise<number> {
  const row = await env.DB.prepare(
    `INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('ann@example.test', 'Hello', 'A link', ?1)
     RETURNING id`,
  )
    .bind(createdAt)
    .first<number>('id')
  return row ?? 0
}

const rowOf = (id: number) =>
  env.DB.prepare('SELECT sent_at, tries, failure FROM outbox WHERE id = ?1').bind(id).first()

async function handOver(bindings: object, bodies: unknown[]) {
  const messages = bodies.map((body, at) => ({ id: `m${at}`, timestamp: new Date(), attempts: 1, body }))
  const batch = createMessageBatch('loopframe-jobs', messages)
  const ctx = createExecutionContext()
  await worker.queue(batch as never, { ...env, ...bindings } as never)
  return getQueueResult(batch, ctx)
}

/** Runs what was handed to `waitUntil`. */
async function enqueued(bindings: object, id: number) {
  const works: Promise<unknown>[] = []
  const deps = { ...env, publicUrl: '', brand: 'Loopframe', mailFrom: 'a@b.test', ...bindings }
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  enqueue({ ...deps, waitUntil } as never, { kind: 'mail', id })
  await Promise.all(works)
}

describe('mails by the queue', () => {
  it('sends a mail once, also where its job comes twice', async () => {
    const MAIL = mailService()
    const id = await write()
    const bindings = { MAIL, MAIL_FROM: 'loop@gifs.example' }
    const { explicitAcks } = await handOver(bindings, [
      { kind: 'mail', id },
      { kind: 'mail', id },
    ])
    expect(explicitAcks).toEqual(['m0', 'm1'])
    expect(MAIL.sent).toEqual([
      {
        from: { email: 'loop@gifs.example', name: 'Loopframe' },
        to: 'ann@example.test',
        subject: 'Hello',
        text: 'A link',
      },
    ])
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(String), tries: 1, failure: '' })
  })

  it('is sent from the host of PUBLIC_URL where no sender is configured', async () => {
    const MAIL = mailService()
    await handOver({ MAIL, PUBLIC_URL: 'https://gifs.example' }, [{ kind: 'mail', id: await write() }])
    expect(MAIL.sent[0]?.from.email).toBe('no-reply@gifs.example')
  })

  it('is tried again where the service fails, and says why', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const MAIL = mailService(1)
    const id = await write()
    const { retryMessages } = await handOver({ MAIL }, [{ kind: 'mail', id }])
    expect(retryMessages).toEqual([expect.objectContaining({ msgId: 'm0' })])
    expect(await rowOf(id)).toEqual({ sent_at: null, tries: 1, failure: 'the mail service is down' })
    await handOver({ MAIL }, [{ kind: 'mail', id }])
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(String), tries: 2, failure: '' })
  })

  it('stays in the outbox where there is no service', async () => {
    const id = await write()
    const { explicitAcks } = await handOver({ MAIL: undefined }, [{ kind: 'mail', id }])
    expect(explicitAcks).toEqual(['m0'])
    expect(await rowOf(id)).toEqual({ sent_at: null, tries: 0, failure: '' })
  })

  it('a message that is no job goes the way of failures, and the next is done', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const MAIL = mailService()
    const { retryMessages } = await handOver({ MAIL }, [{ kind: 'x' }, { kind: 'mail', id: await write() }])
    expect(retryMessages.map(({ msgId }) => msgId)).toEqual(['m0'])
    expect(MAIL.sent).toHaveLength(1)
  })
})

describe('a job', () => {
  const failing = async () => {
    throw new Error('the queue is down')
  }

  it('is handed to the queue', async () => {
    const JOBS = { send: vi.fn(async () => ({})) }
    const MAIL = mailService()
    const id = await write()
    await enqueued({ JOBS, MAIL }, id)
    expect(JOBS.send).toHaveBeenCalledWith({ kind: 'mail', id })
    expect(MAIL.sent).toEqual([])
  })

  it.each([
    ['missing', undefined],
    ['failing', { send: failing }],
  ])('is done at once where the queue is %s', async (_, JOBS) => {
    const MAIL = mailService()
    await enqueued({ JOBS, MAIL }, await write())
    expect(MAIL.sent).toHaveLength(1)
  })

  it('that is left undone is done at night; a mail of two days ago is not', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const MAIL = mailService(1)
    const id = await write()
    const old = await write(new Date(Date.now() - 48 * 3600_000).toISOString())
    await enqueued({ JOBS: { send: failing }, MAIL }, id)
    expect(await rowOf(id)).toMatchObject({ sent_at: null })
    await worker.scheduled(undefined, { ...env, JOBS: undefined, MAIL } as never)
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(String) })
    expect(await rowOf(old)).toMatchObject({ sent_at: null, tries: 0 })
  })
})

it('what has expired goes at night', async () => {
  await env.DB.exec(
    "INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('a', 'b', 'c', '2026-01-01T00:00:00.000Z')",
  )
  const add = env.DB.prepare(
    `INSERT INTO users (id, username, display_name, state, created_at) VALUES (?1, ?1, '', 'unconfirmed', ?2)`,
  )
  await env.DB.batch([add.bind('old', '2026-01-01T00:00:00.000Z'), add.bind('new', new Date().toISOString())])
  await worker.scheduled(undefined, { ...env, MAIL: undefined } as never)
  const { results } = await env.DB.prepare("SELECT id FROM users WHERE state = 'unconfirmed'").all()
  expect(results).toEqual([{ id: 'new' }])
  expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0)
})
