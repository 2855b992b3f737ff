import type { RefusedWebhook } from '@maru/contract'
import type { ProviderName } from '@maru/provider-protocol'
import type { Logger } from 'pino'
import { parseStrictJson } from '../http/index.ts'
import { maskedBody } from '../outgoing/index.ts'
import type { Database, Tx } from '../ports.ts'

const hourMs = 3_600_000
/** Refused webhooks are shown for so long. */
const keptMs = 30 * 24 * hourMs
/** What was counted is written so often: a flood costs one row an hour and one statement a moment. */
const writeEveryMs = 2_000

interface Refusal {
  readonly siteId: number
  readonly provider: ProviderName
  readonly fault: RefusedWebhook['fault']
  readonly ip: string
  readonly body: Buffer
  readonly at: number
}

type Counted = Refusal & { readonly hourAt: number; count: number }

/** Counts refused webhooks by site, hour, provider and fault, and writes the counts down. */
export class RefusedWebhooks {
  readonly #db: Database
  readonly #log: Logger
  #counted = new Map<string, Counted>()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor({ db, log }: { db: Database; log: Logger }) {
    this.#db = db
    this.#log = log
  }

  note(refusal: Refusal): void {
    const hourAt = Math.floor(refusal.at / hourMs) * hourMs
    const key = `${refusal.siteId}:${hourAt}:${refusal.provider}:${refusal.fault}`
    const count = (this.#counted.get(key)?.count ?? 0) + 1
    this.#counted.set(key, { ...refusal, hourAt, count })
    this.#timer ??= setTimeout(() => void this.write(), writeEveryMs)
  }

  /** Writes what was counted since the last time. What cannot be written is logged, and lost. */
  async write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const rows = [...this.#counted.values()]
    this.#counted = new Map()
    for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId))
      try {
        await this.#db.tenant(siteId, async (tx) => {
          for (const row of ofSite) await put(tx, row)
        })
      } catch (error) {
        this.#log.error({ err: error, siteId, rows: ofSite.length }, 'refused webhooks could not be counted')
      }
  }
}

const put = (tx: Tx, { siteId, hourAt, provider, fault, count, at, ip, body }: Counted) =>
  tx.query(
    `insert into refused_webhook (site_id, hour_at, provider, fault, count, last_at, last_ip, last_bytes, last_body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (site_id, hour_at, provider, fault) do update
     set count = refused_webhook.count + excluded.count, last_at = excluded.last_at,
         last_ip = excluded.last_ip, last_bytes = excluded.last_bytes, last_body = excluded.last_body`,
    [siteId, hourAt, provider, fault, count, at, ip.slice(0, 45), body.length, shownBody(body)],
  )

/** The content as people see it; nothing of what is no JSON. */
function shownBody(body: Buffer): string {
  try {
    // PostgreSQL keeps no NUL in a text.
    return maskedBody(parseStrictJson(body)).replaceAll('\\u0000', '')
  } catch {
    return ''
  }
}

/** Deletes counts that are shown no more; at most `limit`. `now` is wall time. */
export async function forgetRefusedWebhooks(tx: Tx, now: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from refused_webhook where (site_id, hour_at, provider, fault) in
       (select site_id, hour_at, provider, fault from refused_webhook where hour_at < $1 limit $2) returning site_id`,
    [now - keptMs, limit],
  )
  return rows.length
}
