import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
import { own } from '../../shared/own.ts'
import { type Answered, type Kept, MessageStore } from './message-store.ts'

/** What a queue is like, as `wrangler.toml` says it of the platform's. */
export type QueueRules = { maxBatchSize: number; maxBatchTimeout: number; maxRetries: number }

/** The product's Worker, as this one reaches it. */
type Product = {
  queue(name: string, messages: readonly Kept[]): Promise<Answered & { outcome: string }>
}

type Env = {
  QUEUES: DurableObjectNamespace<StoredQueue>
  PRODUCT: Product
  /** What Node does for the product (`tools/server/runtime.ts`). */
  NODE: Fetcher
  /** The rules of each queue, by its name. */
  RULES: Record<string, QueueRules>
}

/** Batches of a queue that are in work at once: one slow job holds up no other. */
const BATCHES_MAX = 3
/** ms until messages come again of which a batch failed as a whole. */
const AGAIN_MS = 10_000

/** A queue on one machine. The simulated one has its messages in memory; here a `send` that has come back is on the disk. */
export class StoredQueue extends DurableObject<Env> {
  readonly #store = new MessageStore(this.ctx.storage.sql)
  #batches = 0
  #timer: { at: number; id: ReturnType<typeof setTimeout> } | undefined

  send(name: string, bodies: readonly unknown[], delayMs: number): void {
    const now = Date.now()
    for (const body of bodies) this.#store.add(body, now, now + delayMs)
    this.wake(name)
  }

  metrics() {
    return this.#store.metrics()
  }

  /** Plans the next batch: at once where a whole one waits, else when the first message has waited for others. */
  wake(name: string): void {
    const rules = own(this.env.RULES, name)
    if (!rules || this.#batches >= BATCHES_MAX) return
    const now = Date.now()
    const { due, first } = this.#store.waiting(now)
    if (first === undefined) return
    const at = due >= rules.maxBatchSize ? now : Math.max(first, now) + rules.maxBatchTimeout * 1000
    if (this.#timer && this.#timer.at <= at) return
    if (this.#timer) clearTimeout(this.#timer.id)
    const id = setTimeout(() => {
      this.#timer = undefined
      this.ctx.waitUntil(this.#deliver(name, rules))
    }, at - now)
    this.#timer = { at, id }
  }

  async #deliver(name: string, rules: QueueRules): Promise<void> {
    const batch = this.#store.take(rules.maxBatchSize, Date.now())
    if (batch.length === 0) return this.wake(name)
    this.#batches++
    this.wake(name)
    try {
      const answer = await this.env.PRODUCT.queue(name, batch)
      if (answer.outcome !== 'ok') throw new Error(`its outcome is ${answer.outcome}`)
      const dropped = this.#store.settle(batch, answer, rules.maxRetries, Date.now())
      if (dropped > 0) console.warn(`${name}: ${dropped} messages had all their tries`)
    } catch (error) {
      console.error(`${name}: a batch failed: ${error instanceof Error ? error.message : 'no error'}`)
      this.#store.giveBack(batch, Date.now() + AGAIN_MS)
    } finally {
      this.#batches--
      this.wake(name)
    }
  }
}

type Options = { delaySeconds?: number }

/** The binding of a queue, as far as the product uses it. */
abstract class Producer extends WorkerEntrypoint<Env> {
  protected abstract readonly queueName: string

  #queue() {
    return this.env.QUEUES.get(this.env.QUEUES.idFromName(this.queueName))
  }

  async send(body: unknown, { delaySeconds = 0 }: Options = {}): Promise<void> {
    await this.#queue().send(this.queueName, [body], delaySeconds * 1000)
  }

  async sendBatch(messages: readonly { body: unknown }[], { delaySeconds = 0 }: Options = {}): Promise<void> {
    const bodies = messages.map(({ body }) => body)
    await this.#queue().send(this.queueName, bodies, delaySeconds * 1000)
  }

  metrics() {
    return this.#queue().metrics()
  }
}

export class Jobs extends Producer {
  protected readonly queueName = 'loopframe-jobs'
}

export class Pingbacks extends Producer {
  protected readonly queueName = 'loopframe-pingbacks'
}

/** The binding of mails: Node hands them to the mail server, and has them or has not. */
export class Mail extends WorkerEntrypoint<Env> {
  async send(mail: unknown): Promise<void> {
    const response = await this.env.NODE.fetch('http://node/mail', {
      method: 'POST',
      body: JSON.stringify(mail),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

/** What the product asks about the machine. */
export class Machine extends WorkerEntrypoint<Env> {
  async state(): Promise<unknown> {
    return (await this.env.NODE.fetch('http://node/state')).json()
  }
}

/** Node's own: begins with what was left when the server ended. */
export default {
  async fetch(_request: Request, env: Env): Promise<Response> {
    const names = Object.keys(env.RULES)
    await Promise.all(names.map((name) => env.QUEUES.get(env.QUEUES.idFromName(name)).wake(name)))
    return new Response(null, { status: 204 })
  },
}
