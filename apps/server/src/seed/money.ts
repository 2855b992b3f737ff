import { defaultMoney, tables } from '@maru/core'
import { addMissing } from '../journal/index.ts'
import type { Database } from '../ports.ts'

const minuteMs = 60_000

/** What the demo sites ask of requests: the numbers of the rules, with holds and the cancel window of a minute so that they can be seen to end. */
export async function seedMoney(db: Database, sites: readonly number[]): Promise<void> {
  const short = { cancelWindowMs: minuteMs, firstHoldMs: minuteMs, holdMs: minuteMs, changeHoldMs: minuteMs }
  const rows = sites.map((siteId) => ({ siteId, ...defaultMoney, ...short }))
  await db.system((tx) => addMissing(tx, tables.moneyConfigs, rows))
}
