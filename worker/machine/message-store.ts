/** A message as the product's handler takes it. */
export type Kept = { id: string; timestamp: Date; body: unknown; attempts: number }

/** What the handler says of a batch. */
export type Answered = {
  retryBatch: { retry: boolean; delaySeconds?: number }
  ackAll: boolean
  retryMessages: readonly { msgId: string; delaySeconds?: number }[]
  explicitAcks: readonly string[]
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, sent_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, taken INTEGER NOT NULL DEFAULT 0)`

type Row = { id: number; body: string; sent_at: number; attempts: number }

/** The messages of one queue. What was in work when the server ended is in work no more: it comes again. */
export class MessageStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(SCHEMA)
    sql.exec('CREATE INDEX IF NOT EXISTS messages_due ON messages (taken, due_at)')
    sql.exec('UPDATE messages SET taken = 0 WHERE taken = 1')
  }

  add(body: unknown, now: number, due: number): void {
    this.#sql.exec(
      'INSERT INTO messages (body, sent_at, due_at) VALUES (?, ?, ?)',
      JSON.stringify(body),
      now,
      due,
    )
  }

  /** How many wait that are due, and when the first one is. */
  waiting(now: number): { due: number; first: number | undefined } {
    const { due, first } = this.#sql
      .exec<{ due: number; first: number | null }>(
        'SELECT count(*) FILTER (WHERE due_at <= ?) AS due, min(due_at) AS first FROM messages WHERE taken = 0',
        now,
      )
      .one()
    return { due, first: first ?? undefined }
  }

  take(most: number, now: number): Kept[] {
    const rows = this.#sql.exec<Row>(
      `UPDATE messages SET taken = 1, attempts = attempts + 1
        WHERE id IN (SELECT id FROM messages WHERE taken = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?)
        RETURNING id, body, sent_at, attempts`,
      now,
      most,
    )
    return [...rows].map(({ id, body, sent_at, attempts }) => ({
      id: String(id),
      timestamp: new Date(sent_at),
      body: JSON.parse(body),
      attempts,
    }))
  }

  /** @returns how many had all their tries, and are gone: the nightly round finds their work again */
  settle(batch: readonly Kept[], answer: Answered, retries: number, now: number): number {
    const delays = new Map(answer.retryMessages.map(({ msgId, delaySeconds = 0 }) => [msgId, delaySeconds]))
    const { retry, delaySeconds = 0 } = answer.retryBatch
    const acked = new Set(answer.explicitAcks)
    let dropped = 0
    for (const message of batch) {
      const delay = delays.get(message.id) ?? (retry && !acked.has(message.id) ? delaySeconds : undefined)
      if (delay === undefined) this.#drop(message)
      else if (message.attempts <= retries) this.giveBack([message], now + delay * 1000)
      else {
        this.#drop(message)
        dropped++
      }
    }
    return dropped
  }

  giveBack(batch: readonly Kept[], due: number): void {
    for (const { id } of batch)
      this.#sql.exec('UPDATE messages SET taken = 0, due_at = ? WHERE id = ?', due, Number(id))
  }

  #drop({ id }: Kept): void {
    this.#sql.exec('DELETE FROM messages WHERE id = ?', Number(id))
  }

  /** As the platform's queue says them. */
  metrics(): { backlogCount: number; backlogBytes: number; oldestMessageTimestamp: Date | undefined } {
    const { messages, bytes, oldest } = this.#sql
      .exec<{ messages: number; bytes: number; oldest: number | null }>(
        'SELECT count(*) AS messages, coalesce(sum(length(body)), 0) AS bytes, min(sent_at) AS oldest FROM messages',
      )
      .one()
    return {
      backlogCount: messages,
      backlogBytes: bytes,
      oldestMessageTimestamp: oldest === null ? undefined : new Date(oldest),
    }
  }
}
