import { type Alarm, type AlarmAddress, alarmPermissions, consoleAlarmEndpoints, mayRead } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { publicReach, type Reach, Refused, route, type StaffMember } from '../http/index.ts'
import { type DeskCall, logAct, requestOf, type StaffChanges } from '../inquiries/index.ts'
import type { Courier, Messages } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import { staffNames } from '../staff-log/index.ts'
import { alarmCourier } from './courier.ts'
import { sendAlarms } from './send.ts'
import { AddressStore, lockAlarm, type OpenAlarm, openAlarms, takeAlarm, type WholeAddress } from './store.ts'
import { targetOf } from './target.ts'

export { alarmJob } from './job.ts'
export { AddressStore, forgetAlarms } from './store.ts'

const mostShown = 100
const mostAddresses = 30

/** Alarms of a site: what waits, who takes it, and the addresses that hear of it. */
export function registerAlarms(
  app: FastifyInstance,
  deps: Deps,
  messages: Messages,
  reach: Reach = publicReach,
): Courier {
  const { db, clocks, ids, config } = deps
  const addresses = new AddressStore(config.tokenSecret)

  const named = async (alarms: readonly OpenAlarm[]): Promise<Alarm[]> => {
    const names = await staffNames(
      db,
      alarms.map(({ takenBy }) => takenBy),
    )
    return alarms.map((alarm) => ({
      ...alarm,
      takenByName: alarm.takenBy === null ? null : (names.get(alarm.takenBy) ?? ''),
    }))
  }

  route(app, deps, consoleAlarmEndpoints.alarmList, async ({ site, member }) => {
    const open = await db.tenant(site.id, (tx) => openAlarms(tx, site.id, mostShown))
    return { alarms: await named(open.filter((alarm) => sees(member, alarm))) }
  })

  route(app, deps, consoleAlarmEndpoints.alarmTake, async (call) => {
    const { site, member, params } = call
    const taken = await db.tenant(site.id, async (tx) => {
      const alarm = await lockAlarm(tx, site.id, params.id)
      if (alarm === null || !sees(member, alarm)) throw new Refused('ALARM_NOT_FOUND')
      if (alarm.takenBy === member.memberId) return alarm
      if (alarm.takenBy !== null) {
        const [other] = await named([alarm])
        throw new Refused('ALARM_TAKEN', { name: other?.takenByName ?? '' })
      }
      const at = clocks.wall()
      await takeAlarm(tx, site.id, alarm.id, member.memberId, at)
      const change = {
        table: 'alarm',
        row: `${site.id}:${alarm.id}`,
        before: { takenBy: null },
        after: { takenBy: member.memberId },
      }
      const { kind, subject } = alarm
      await logAct(deps, tx, { ...call, body: { reason: '' } }, alarm.id, { kind, subject }, [change])
      return { ...alarm, takenBy: member.memberId, takenAt: at }
    })
    const [alarm] = await named([taken])
    if (alarm === undefined) throw new Error('an alarm was lost')
    return alarm
  })

  route(app, deps, consoleAlarmEndpoints.alarmAddressList, async ({ site }) => ({
    addresses: (await db.tenant(site.id, (tx) => addresses.all(tx, site.id))).map(shownOf),
  }))

  route(app, deps, consoleAlarmEndpoints.alarmAddressAdd, async (call) => {
    const { site, member, body, idempotency } = call
    const { role, channel, fromHour, toHour } = body
    const kinds = [...new Set(body.kinds)]
    if (!kinds.every((kind) => mayRead(role, alarmPermissions[kind]))) throw new Refused('ALARM_KIND_FOR_ROLE')
    const target = await targetOf(channel, body.to, reach)
    return db.tenant(site.id, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('alarm_address'), $1)`, [site.id % 2 ** 31])
      const request = requestOf(member, idempotency)
      const known = await addresses.added(tx, site.id, request)
      if (known !== null) return { ...shownOf(known), secret: known.secret || null }
      if ((await addresses.all(tx, site.id)).length >= mostAddresses)
        throw new Refused('ALARM_ADDRESS_LIMIT', { max: mostAddresses })
      const address: WholeAddress = { id: ids.next(), role, channel, kinds, fromHour, toHour, ...target }
      await addresses.add(tx, site.id, address, { staffId: member.memberId, at: clocks.wall(), request })
      await logAddress(call, tx, address.id, null, shownOf(address))
      return { ...shownOf(address), secret: address.secret || null }
    })
  })

  route(app, deps, consoleAlarmEndpoints.alarmAddressRemove, (call) =>
    db.tenant(call.site.id, async (tx) => {
      const address = await addressOf(tx, call.site.id, call.params.id)
      await addresses.remove(tx, call.site.id, address.id)
      await logAddress(call, tx, address.id, shownOf(address), { isRemoved: true })
      return { id: address.id }
    }),
  )

  route(app, deps, consoleAlarmEndpoints.alarmAddressTry, async (call) => {
    const { site, params } = call
    await db.system(async (tx) => {
      const address = await addressOf(tx, site.id, params.id)
      await sendAlarms(tx, messages, site, address, [], clocks.wall())
      await logAct(deps, tx, call, address.id, { address: address.shown }, [])
    })
    messages.wake()
    return { id: params.id }
  })

  async function addressOf(tx: Tx, siteId: number, id: number): Promise<WholeAddress> {
    const address = await addresses.one(tx, siteId, id)
    if (address === null) throw new Refused('ALARM_ADDRESS_NOT_FOUND')
    return address
  }

  const logAddress = (
    call: DeskCall,
    tx: Tx,
    id: number,
    before: AlarmAddress | null,
    after: AlarmAddress | { readonly isRemoved: true },
  ) => {
    const changes: StaffChanges = [
      { table: 'alarm_address', row: `${call.site.id}:${id}`, before: before && { ...before }, after: { ...after } },
    ]
    return logAct(deps, tx, call, id, {}, changes)
  }

  return alarmCourier({ db, addresses, reach, now: clocks.wall })
}

/** May a member of staff hear of it? */
const sees = ({ staff }: StaffMember, { kind }: OpenAlarm): boolean => mayRead(staff.role, alarmPermissions[kind])

const shownOf = ({ to: _, secret: __, ...address }: WholeAddress): AlarmAddress => address
