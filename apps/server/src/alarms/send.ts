import { randomUUID } from 'node:crypto'
import { ask, type Messages } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import type { OpenAlarm, WholeAddress } from './store.ts'
import { alarmText, testText } from './words.ts'

/** An alarm is of no use any more after so long: it was repeated by then. */
const useMs = 3_600_000

/** Asks for the message of alarms to an address, in the transaction that found them due; none: a test. */
export async function sendAlarms(
  tx: Tx,
  messages: Messages,
  site: Pick<Site, 'id' | 'code' | 'name' | 'language'>,
  address: WholeAddress,
  alarms: readonly OpenAlarm[],
  now: number,
): Promise<void> {
  const { id: siteId, language } = site
  const kinds = alarms.map(({ kind }) => kind)
  const said = alarms.length === 0 ? testText[language] : alarmText(kinds, language)
  const text = `[${site.name}] ${said}`
  const expiresAt = now + useMs
  if (address.channel === 'MAIL') {
    const subject = text.slice(0, 100)
    const mail = { to: address.to, subject, text, expiresAt, isForStaff: true }
    await messages.write(tx, { siteId, kind: 'mail', ...mail })
    return
  }
  const listed = alarms.map(({ id, kind, subject, raisedAt }) => ({ id, kind, subject, raisedAt }))
  const event = alarms.length === 0 ? 'test' : 'alarm'
  const body = address.channel === 'SLACK' ? { text } : { event, site: site.code, at: now, text, alarms: listed }
  const payload = { addressId: address.id, body: JSON.stringify(body), expiresAt }
  await ask(tx, { siteId, id: randomUUID(), kind: 'alarm', provider: `alarm-${address.id}`, payload }, now)
}
