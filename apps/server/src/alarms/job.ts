import { type AlarmKind, alarmOfTask, alarmPermissions, mayRead } from '@maru/contract'
import { isInDayWindow } from '@maru/contract/day-window'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/scheduler.ts'
import { standingTasks, waitingAt } from '../money/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Site } from '../sites/index.ts'
import { sendAlarms } from './send.ts'
import { type AddressStore, dueAlarms, followCauses, type WholeAddress } from './store.ts'

const everyMs = 15_000
/** What nobody has taken is sent again after so long. */
const repeatMs = 600_000
/** More than that at once is no list for a person. */
const mostCauses = 500

export interface AlarmSetup {
  readonly deps: Deps
  readonly sites: () => readonly Site[]
  readonly addresses: AddressStore
  readonly messages: Messages
  /** Epoch ms of the wall clock. */
  readonly now: () => number
}

/** Raises an alarm for whatever waits for a person, sends it to the addresses of its role and hour, and repeats it until somebody takes it. */
export function alarmJob(setup: AlarmSetup): Job {
  return {
    name: 'alarms',
    everyMs,
    async run(signal) {
      let count = 0
      for (const site of setup.sites()) {
        signal.throwIfAborted()
        if (setup.deps.core.serves(site.id)) count += await alarmsOf(setup, site)
      }
      return count
    },
  }
}

async function alarmsOf({ deps, addresses, messages, now }: AlarmSetup, site: Site): Promise<number> {
  const { db, ids } = deps
  const at = now()
  const [{ tasks }, standing] = await Promise.all([
    db.tenant(site.id, (tx) => waitingAt(tx, site.id, at)),
    standingTasks(deps, site.id, at),
  ])
  const causes = [...standing, ...tasks].slice(0, mostCauses).map(alarmOfTask)
  const changed = await db.system(async (tx) => {
    const followed = await followCauses(tx, site.id, causes, () => ids.next(), at)
    const due = await dueAlarms(tx, site.id, at, at + repeatMs)
    if (due.length === 0) return followed
    for (const address of await addresses.all(tx, site.id)) {
      const heard = due.filter(({ kind }) => hears(address, kind))
      if (heard.length > 0 && isAwake(address, at)) await sendAlarms(tx, messages, site, address, heard, at)
    }
    return followed + due.length
  })
  if (changed > 0) {
    messages.wake()
    deps.bus.publish('control', { kind: 'desk', siteId: site.id, area: 'DESK' })
  }
  return changed
}

/** Does an address hear of alarms of a kind? Its role may have lost the right since it was set. */
const hears = ({ kinds, role }: WholeAddress, kind: AlarmKind): boolean =>
  kinds.includes(kind) && mayRead(role, alarmPermissions[kind])

/** Is it within the hours of an address, KST? They may pass midnight; from an hour to the same one is all day. */
const isAwake = ({ fromHour, toHour }: WholeAddress, at: number): boolean =>
  isInDayWindow(fromHour * 60, toHour * 60, at)
