import { tables } from '@maru/core'
import { inProcessBus } from '../src/bus/in-process.ts'
import { select } from '../src/journal/index.ts'
import { Messages } from '../src/outgoing/index.ts'
import type { TestDatabase } from './database.ts'
import { testTokenSecret } from './template.ts'

/** What the house wrote to members and guests, oldest first; messages that had ended when they were written are none. */
export async function inbox({ db }: TestDatabase) {
  const messages = new Messages(
    testTokenSecret,
    inProcessBus(() => undefined),
    Date.now,
  )
  const rows = await db.system((tx) => select(tx, tables.outgoing, `where payload ? 'sealed' order by created_at, id`))
  return rows
    .filter(({ payload, createdAt }) => payload['expiresAt'] === null || Number(payload['expiresAt']) > createdAt)
    .map((row) => ({ kind: row.kind, siteId: row.siteId, id: row.id, ...messages.open(row) }))
}

/** The newest code that was sent to a number or address. */
export async function codeFor(database: TestDatabase, to: string): Promise<string> {
  const texts = (await inbox(database)).filter((message) => message.to === to)
  const code = /\b(\d{6})\b/.exec(texts.at(-1)?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`no code was sent to ${to}`)
  return code
}
